import { useSignal } from '@preact/signals'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Avatar } from '../../../ui/display.tsx'
import { Field } from '../../../ui/field.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import type { BulkModel } from './bulk-model.ts'
import { tagColorOf } from './label-colour.ts'
import { PickList } from './pick-list.tsx'
import { snoozeTimes } from './snooze-times.ts'
import { TeamMark } from './team-mark.tsx'
import type { ViewsModel } from './views-model.ts'

interface ActionDialogProps {
  readonly desk: Pick<Desk, 'team'>
  readonly bulk: BulkModel
  readonly views: ViewsModel
}

/** Asks for an assignee, labels or a snooze time, for one or many conversations. */
export function ActionDialog(props: ActionDialogProps) {
  const { bulk } = props
  const close = () => {
    bulk.question.value = undefined
  }
  switch (bulk.question.value) {
    case 'assign':
      return (
        <Dialog title={t('actions.assignTitle')} size="small" onClose={close}>
          <Assign {...props} />
        </Dialog>
      )
    case 'label':
      return (
        <Dialog title={t('actions.labelTitle')} size="small" onClose={close}>
          <Labels {...props} />
        </Dialog>
      )
    case 'snooze':
      return (
        <Dialog title={t('actions.snoozeTitle')} size="small" onClose={close}>
          <Snooze {...props} />
        </Dialog>
      )
    case 'end':
      return (
        <ConfirmDialog
          title={t('actions.confirmEnd', { count: bulk.count.value })}
          confirm={t('actions.end')}
          isDanger
          onConfirm={() => bulk.run({ action: 'end' })}
          onClose={close}
        >
          <p>{t('actions.confirmEndText')}</p>
        </ConfirmDialog>
      )
    default:
      return null
  }
}

const NOBODY = '0'
const NO_TEAM = 'team 0'

function Assign({ desk, bulk }: ActionDialogProps) {
  const { people } = desk.team
  const rows = bulk.rows()
  const has = (id: number | undefined) =>
    rows.length > 0 && rows.every(({ assignee }) => assignee?.id === id)
  const { teams } = desk.team
  const isOfTeam = (id: number | undefined) =>
    rows.length > 0 && rows.every(({ team }) => team?.id === id)
  const team = [...people.value].sort((a, b) => Number(b.is_me) - Number(a.is_me))
  return (
    <PickList
      label={t('actions.findPerson')}
      picks={[
        ...team.map(({ id, name, is_me }) => ({
          key: String(id),
          label: is_me ? `${name} (${t('inbox.me')})` : name,
          isOn: has(id),
          mark: <Avatar name={name} id={String(id)} size="small" />,
        })),
        {
          key: NOBODY,
          label: t('inbox.nobody'),
          isOn: has(undefined),
          mark: <CloseIcon size={16} />,
        },
        ...teams.value.map(({ id, name, colour }) => ({
          key: `team ${id}`,
          label: t('actions.teamNamed', { name }),
          isOn: isOfTeam(id),
          mark: <TeamMark name={name} colour={colour} />,
        })),
        ...(teams.value.length > 0
          ? [
              {
                key: NO_TEAM,
                label: t('actions.noTeam'),
                isOn: isOfTeam(undefined),
                mark: <CloseIcon size={16} />,
              },
            ]
          : []),
      ]}
      onPick={(key) => {
        if (key.startsWith('team ')) {
          const id = Number(key.slice('team '.length))
          bulk.question.value = undefined
          void bulk.run({ action: 'team', value: { team_id: id === 0 ? null : id } })
          return
        }
        const value = { assignee_id: key === NOBODY ? null : Number(key) }
        bulk.question.value = undefined
        void bulk.run({ action: 'assign', value })
      }}
    />
  )
}

function Labels({ bulk, views }: ActionDialogProps) {
  const rows = bulk.rows()
  const has = (id: number) =>
    rows.length > 0 && rows.every(({ labels }) => labels.some((label) => label.id === id))
  const put = (id: number, isOn: boolean) => {
    bulk.question.value = undefined
    void bulk.run({ action: isOn ? 'unlabel' : 'label', value: { label_id: id } })
  }
  return (
    <PickList
      label={t('actions.findLabel')}
      picks={views.labels.value.map(({ id, name, colour }) => ({
        key: String(id),
        label: name,
        isOn: has(id),
        mark: <Tag color={tagColorOf(colour)}>{''}</Tag>,
      }))}
      onPick={(key) => put(Number(key), has(Number(key)))}
      createLabel={(name) => t('actions.makeLabel', { name })}
      onCreate={async (name) => put((await views.createLabel(name)).id, false)}
      empty={t('actions.noLabels')}
    />
  )
}

function Snooze({ bulk }: ActionDialogProps) {
  const own = useSignal('')
  const error = useSignal('')
  const until = (at: Date) => {
    bulk.question.value = undefined
    void bulk.run({ action: 'snooze', value: { until: at.toISOString() } })
  }
  return (
    <form
      class="snooze-form"
      onSubmit={(event) => {
        event.preventDefault()
        const at = new Date(own.value)
        if (at.getTime() > Date.now() + 60_000) until(at)
        else error.value = t('actions.pastTime')
      }}
    >
      <p class="quiet">{t('actions.snoozeHint')}</p>
      <div class="snooze-times">
        {snoozeTimes().map(({ label, at }, index) => (
          <button
            key={label}
            type="button"
            class="snooze-time"
            // Enter selects the first one; otherwise the date field would be focused.
            autofocus={index === 0}
            onClick={() => until(at)}
          >
            <span>{label}</span>
            <Time at={at.toISOString()} as="full" />
          </button>
        ))}
      </div>
      <Field label={t('actions.chooseTime')} error={error.value || undefined}>
        {(wiring) => (
          <div class="snooze-own">
            <input
              {...wiring}
              class="control is-medium"
              type="datetime-local"
              value={own.value}
              onInput={({ currentTarget }) => {
                own.value = currentTarget.value
                error.value = ''
              }}
            />
            <Button type="submit">{t('actions.set')}</Button>
          </div>
        )}
      </Field>
    </form>
  )
}
