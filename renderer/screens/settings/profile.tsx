import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Operator } from '#contracts/operators.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/display.tsx'
import { focusMistake } from '../../ui/focus-mistake.ts'
import { PictureField } from '../../ui/picture-field.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { EmailStatus } from './email-status.tsx'
import { NameAndEmailFields } from './name-and-email.tsx'
import { createProfileModel, type ProfileModel } from './profile-model.ts'

/** The operator's profile and, for the first operator, the account's name. */
export function Profile({ desk }: { readonly desk: Desk }) {
  const { team } = desk
  const me = team.me.value
  useEffect(() => {
    if (!team.me.peek()) void team.load()
  }, [team])
  if (me) return <Cards desk={desk} me={me} />
  return team.error.value ? (
    <ErrorState title={t('settings.profile.failed')} onRetry={team.load}>
      <p>{team.error.value}</p>
    </ErrorState>
  ) : (
    <Loading label={t('settings.profile.loading')} rows={2} />
  )
}

function Cards({ desk, me }: { readonly desk: Desk; readonly me: Operator }) {
  const { api, session, team, toasts } = desk
  const { account } = session
  const own = useModel(() =>
    createProfileModel(
      { name: me.name, email: me.email ?? '' },
      async ({ name, email }) => {
        // The address of a new installation would be refused, though nobody has entered it.
        const isChanged = email !== (team.me.peek()?.email ?? '')
        const body = isChanged ? { name, email: email.trim() || null } : { name }
        const { data } = await api.updateProfile({ body })
        team.put(data)
      },
      // Without one, the server keeps the one before.
      ({ email }): Record<string, string> =>
        email.trim() === '' && team.me.peek()?.email
          ? { email: t('settings.profile.emailKept') }
          : {},
    ),
  )
  async function setPicture(file: File | null): Promise<void> {
    const { data } = file
      ? await api.setProfilePicture({ body: { file } })
      : await api.deleteProfilePicture()
    team.put(data)
  }
  const whole = useModel(() =>
    createProfileModel(account.value!, async ({ name, email }) => {
      const body = email === account.peek()!.email ? { name } : { name, email }
      account.value = { ...account.value!, ...(await api.updateMe({ body })) }
      // What changed is passed on to the first owner.
      await team.load()
    }),
  )
  return (
    <>
      <FormCard
        title={t('settings.parts.profile')}
        note={t('settings.profile.note')}
        model={own}
        names={[t('settings.profile.name'), t('settings.profile.email')]}
        onSaved={() => toasts.show(t('settings.profile.saved'))}
        above={
          <PictureField
            label={t('settings.profile.picture')}
            hint={t('settings.profile.pictureHint')}
            name={me.name}
            id={String(me.id)}
            picture={me.picture}
            onChange={setPicture}
            explain={explain}
          />
        }
        below={<EmailStatus desk={desk} me={me} />}
      />
      {me.is_first && (
        <FormCard
          title={t('settings.profile.accountTitle')}
          note={t('settings.profile.accountNote')}
          model={whole}
          names={[t('settings.profile.accountName'), t('settings.profile.accountEmail')]}
          onSaved={() => toasts.show(t('settings.profile.accountSaved'))}
        />
      )}
    </>
  )
}

interface FormCardProps {
  readonly title: string
  readonly note: string
  readonly model: ProfileModel
  readonly names: readonly [name: string, email: string]
  readonly onSaved: () => void
  /** Shown above the form. */
  readonly above?: ComponentChildren
  /** Shown below the fields. */
  readonly below?: ComponentChildren
}

function FormCard({ title, note, model, names, onSaved, above, below }: FormCardProps) {
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (model.busy.value) return
    if (await model.save()) return onSaved()
    focusMistake(form.current)
  }

  return (
    <Card title={title} note={note}>
      {above}
      <form ref={form} class="form" onSubmit={submit} noValidate>
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <NameAndEmailFields
          model={model}
          names={names}
          emailHint={t('settings.profile.emailHint')}
        />
        {below}
        <div class="form-actions">
          <Button kind="primary" type="submit" busy={model.busy.value}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
