import { useRef } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { focusMistake } from '../../ui/focus-mistake.ts'
import { NameAndColour } from '../inbox/list/name-and-colour.tsx'
import type { TeamForm } from './teams-model.ts'

interface TeamDialogProps {
  readonly desk: Pick<Desk, 'team'>
  readonly form: TeamForm
  readonly onSaved: (name: string) => void
  readonly onClose: () => void
}

/** Editor of a team: its name, colour and members. */
export function TeamDialog({ desk, form, onSaved, onClose }: TeamDialogProps) {
  const element = useRef<HTMLFormElement>(null)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (form.busy.value) return
    if (await form.save()) onSaved(form.name.value)
    else focusMistake(element.current)
  }

  return (
    <Dialog title={form.team ? t('teams.edit') : t('teams.add')} onClose={onClose}>
      <form ref={element} class="form" onSubmit={submit} noValidate>
        <NameAndColour label={t('teams.name')} form={form} />
        <fieldset class="role-group">
          <legend>{t('teams.members')}</legend>
          {desk.team.people.value.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={form.members.value.includes(id)}
              onSwitch={(isMember) => form.toggle(id, isMember)}
            />
          ))}
        </fieldset>
        <div class="form-actions">
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={form.busy.value}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
