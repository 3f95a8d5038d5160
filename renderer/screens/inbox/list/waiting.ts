import { locale } from '../../../locales/language.ts'

const MINUTE = 60_000
const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(unit: string): Intl.NumberFormat {
  const known = formats.get(unit)
  if (known) return known
  const made = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' })
  formats.set(unit, made)
  return made
}

/** Formats a waiting time in the largest unit that fits. */
export function waitingFor(since: Date, now = new Date()): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / MINUTE))
  const [unit, size] = UNITS.find(([, size]) => minutes >= size) ?? UNITS[2]
  return formatOf(unit).format(Math.max(1, Math.floor(minutes / size)))
}
