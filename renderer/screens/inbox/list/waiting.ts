import { locale } from '../../../locales/language.ts'

const MINUTE = 60_000
const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(unit: string, unitDisplay: 'narrow' | 'short'): Intl.NumberFormat {
  const key = `${unit} ${unitDisplay}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })
  formats.set(key, made)
  return made
}

/** Formats a waiting time in the largest unit that fits. */
export function waitingFor(since: Date, now = new Date()): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / MINUTE))
  return inUnits(minutes, 'narrow')
}

/** Formats minutes, at least one, in the largest unit that fits. */
export function inUnits(minutes: number, display: 'narrow' | 'short' = 'short'): string {
  const [unit, size] = UNITS.find(([, size]) => minutes >= size) ?? UNITS[2]
  return formatOf(unit, display).format(Math.max(1, Math.floor(minutes / size)))
}
