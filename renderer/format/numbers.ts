import { locale } from '../locales/language.ts'

/* Formats numbers, money and times for the page's locale. */

const numbers = new Intl.NumberFormat(locale)
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
const DOLLARS = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const dollars = new Intl.NumberFormat(locale, DOLLARS)
const fineDollars = new Intl.NumberFormat(locale, {
  ...DOLLARS,
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
})

/** `12,345` */
export const formatNumber = (value: number): string => numbers.format(value)

/** `12.3K` */
export const formatCompact = (value: number): string => compact.format(value)

/** `37%`, for a share between 0 and 1. */
export const formatShare = (value: number): string => shares.format(value)

/** US dollars; amounts below a cent keep their significant digits (at most 6 decimals, as in the API). */
export function formatMoney(amount: number): string {
  const isWhole = Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-9
  return (isWhole ? dollars : fineDollars).format(amount)
}

/** Time of day: `15:42`, or `3:42 PM`, depending on the locale. */
export const formatClock = (moment: Date | number): string => clock.format(moment)

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `20 MB`; a kilobyte is 1024 bytes. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1024 ** step)
}

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `30 days`, `1 minute`, `40 milliseconds`: a duration in its largest whole unit. */
export function formatSpan(ms: number): string {
  const [unit, length] = SPANS.find(([, size]) => ms >= size && ms % size === 0) ?? [
    'millisecond',
    1,
  ]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    ms / length,
  )
}
