/**
 * The time zone of this machine; undefined if that is not known: where `TZ` is empty or names none, browsers and Node answer `Etc/Unknown`, which is no
 * time zone to them, or nothing.
 */
export function localTimezone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'Etc/Unknown' ? undefined : timeZone
}
