import type { NotifiedKind } from '#contracts/notifications.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Card } from '../../ui/display.tsx'

type Way = 'desk' | 'sound' | 'desktop'

const WAYS: readonly Way[] = ['desk', 'sound', 'desktop']

/** The kinds in display order. */
const KINDS: readonly NotifiedKind[] = [
  'mention',
  'assignment',
  'needs_person',
  'rule',
  'sla',
  'delivery_failed',
  'notice',
  'new_conversation',
  'own_message',
  'any_message',
]

/** Settings of the kinds of notifications: in the list, by sound, on the desktop. */
export function NotificationKinds({ desk }: { readonly desk: Desk }) {
  const { notifications, session, toasts } = desk
  const settings = notifications.settings.value
  if (!settings) return null

  function set(kind: NotifiedKind, way: Way, isOn: boolean): void {
    const kinds = { ...settings!.kinds, [kind]: { ...settings!.kinds[kind], [way]: isOn } }
    notifications
      .change({ kinds })
      .catch((failure: unknown) => toasts.show(explain(failure), 'danger'))
  }

  const shown = KINDS.filter((kind) => kind !== 'notice' || session.may('account'))
  return (
    <Card title={t('settings.notifications.which')} note={t('settings.notifications.never')}>
      <div class="notification-kinds">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('settings.notifications.kind')}</th>
              {WAYS.map((way) => (
                <th key={way} scope="col">
                  {t(`settings.notifications.ways.${way}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((kind) => {
              const ways: Partial<Record<Way, boolean>> = settings.kinds[kind]
              const label = t(`settings.notifications.kinds.${kind}`)
              return (
                <tr key={kind}>
                  <th scope="row">
                    {label}
                    <span class="field-hint">{t(`settings.notifications.hints.${kind}`)}</span>
                  </th>
                  {WAYS.map((way) => {
                    const isOn = ways[way]
                    return (
                      <td key={way}>
                        {isOn !== undefined && (
                          <Checkbox
                            label={`${label}: ${t(`settings.notifications.ways.${way}`)}`}
                            isLabelHidden
                            checked={isOn}
                            onSwitch={(isChecked) => set(kind, way, isChecked)}
                          />
                        )}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
