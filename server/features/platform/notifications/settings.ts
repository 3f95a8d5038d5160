import type { NotificationSettings, NotifiedKind } from '#contracts/notifications.ts'
import type { Db } from '../../../db/open.ts'
import type { Tx } from '../../../db/write.ts'
import { notificationQueries } from './queries.ts'

const ALL = { desk: true, sound: true, desktop: true }
const SIGNALS = { sound: true, desktop: true }

/** Settings of an operator who has changed none. */
const DEFAULTS: NotificationSettings = {
  kinds: {
    mention: ALL,
    assignment: ALL,
    needs_person: ALL,
    rule: ALL,
    sla: ALL,
    delivery_failed: { ...ALL, sound: false },
    notice: { desk: true, sound: false, desktop: false },
    new_conversation: SIGNALS,
    own_message: SIGNALS,
    any_message: { sound: false, desktop: false },
  },
  quiet_hours: { is_on: false, from: '22:00', to: '07:00', timezone: 'UTC' },
}

/** A change of settings; what is left out stays. */
export interface SettingsChange {
  readonly kinds?:
    | { readonly [kind in NotifiedKind]?: NotificationSettings['kinds'][kind] | undefined }
    | undefined
  readonly quiet_hours?: NotificationSettings['quiet_hours'] | undefined
}

/** The settings of an operator. */
export function notificationSettings(db: Db, operatorId: number): NotificationSettings {
  return merged(DEFAULTS, JSON.parse(notificationQueries(db).settings(operatorId) ?? '{}'))
}

/** Changes the settings of an operator. */
export function changeSettings(
  tx: Tx,
  db: Db,
  operatorId: number,
  change: SettingsChange,
): NotificationSettings {
  const settings = merged(notificationSettings(db, operatorId), change)
  notificationQueries(db).setSettings(tx, operatorId, JSON.stringify(settings))
  return settings
}

/** The kinds that an operator does not want in their list. */
export function hiddenKinds(db: Db, operatorId: number): NotifiedKind[] {
  const { kinds } = notificationSettings(db, operatorId)
  return (Object.keys(kinds) as NotifiedKind[]).filter((kind) => {
    const how = kinds[kind]
    return 'desk' in how && !how.desk
  })
}

const merged = (before: NotificationSettings, change: SettingsChange): NotificationSettings => ({
  kinds: { ...before.kinds, ...definedOf(change.kinds ?? {}) },
  quiet_hours: change.quiet_hours ?? before.quiet_hours,
})

const definedOf = (kinds: NonNullable<SettingsChange['kinds']>) =>
  Object.fromEntries(Object.entries(kinds).filter(([, how]) => how !== undefined)) as Partial<
    NotificationSettings['kinds']
  >
