import { language } from './language.ts'

/* Numbers, money and times as the language of this page writes them. */

const numbers = new Intl.NumberFormat(language)
const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
const shares = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
const plurals = new Intl.PluralRules(language)
const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
const fineDollars = new Intl.NumberFormat(language, {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
})

/** `12,345` */
export const formatNumber = (value: number): string => numbers.format(value)

/** `12.3K` */
export const formatCompact = (value: number): string => compact.format(value)

/** `37%`, of a share between 0 and 1. */
export const formatShare = (value: number): string => shares.format(value)

/** US dollars; amounts below a cent keep the digits that say something (at most 6, as the API does). */
export function formatMoney(amount: number): string {
  const isWhole = Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-9
  return (isWhole ? dollars : fineDollars).format(amount)
}

/** The words for one, or for several. */
export function plural(count: number, one: string, other: string): string {
  return plurals.select(count) === 'one' ? one : other
}

/** `1 conversation`, `12,345 conversations`. */
export function counted(count: number, one: string, other: string): string {
  return `${formatNumber(count)} ${plural(count, one, other)}`
}
