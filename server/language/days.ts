import { fold } from './stem.ts'

/** Days mentioned in a text. */
export interface Days {
  /** Days of the week, 0 for Monday to 6 for Sunday. */
  readonly weekdays: ReadonlySet<number>
  /** Days of a year as month and day, `12-25`. */
  readonly dates: ReadonlySet<string>
  /** True if it mentions public holidays in general. */
  readonly isHoliday: boolean
}

const WEEKDAYS = [
  'mondays?|montags?|lundis?|lunes|lunedi|segunda(?:-feira)?|maandag|mon|mo|lun',
  'tuesdays?|dienstags?|mardis?|martes|martedi|terca(?:-feira)?|dinsdag|tues?|di|mar',
  'wednesdays?|mittwochs?|mercredis?|miercoles|mercoledi|quarta(?:-feira)?|woensdag|wed|mi|mer',
  'thursdays?|donnerstags?|jeudis?|jueves|giovedi|quinta(?:-feira)?|donderdag|thurs?|do|jeu|jue',
  'fridays?|freitags?|vendredis?|viernes|venerdi|sexta(?:-feira)?|vrijdag|fri|fr|ven|vie',
  'saturdays?|samstags?|sonnabends?|samedis?|sabados?|sabato|zaterdag|sat|sam|sab',
  'sundays?|sonntags?|dimanches?|domingos?|domenica|zondag|sun|dim|dom',
]

/** Abbreviations are ordinary words too: they only count next to digits. */
const SHORT =
  /^(mon|mo|lun|tue|tues|di|mar|wed|mi|mer|thu|thur|thurs|do|jeu|jue|fri|fr|ven|vie|sat|sam|sab|sun|dim|dom)$/

const DAY = new RegExp(WEEKDAYS.map((names) => `\\b(${names})\\b\\.?`).join('|'), 'g')

const TO =
  /^\s*(-|–|—|to|till|until|through|bis|au|a|al|a la|alle?|ate|tot|t\/m)\s*(le |el |den )?$/

const WEEK =
  /\b(weekdays?|werktags?|wochentags?|unter der woche|en semaine|jours ouvrables|entre semana|laborables|dias laborables|feriali|doordeweeks)\b/
const WEEKEND =
  /\b(weekends?|wochenenden?|week-ends?|fines? de semana|fine settimana|fim de semana)\b/
const DAILY =
  /\b(daily|any hour|any time|around the clock|jederzeit|rund um die uhr|every day|each day|seven days|all week|any day|taglich|jeden tag|tous les jours|chaque jour|todos los dias|a diario|cada dia|ogni giorno|tutti i giorni|todos os dias|dagelijks)\b/
const HOLIDAY = /\b(holidays?|feiertag\w*|feries?|festivos?|festivi|feriados?|feestdag\w*)\b/

const MONTHS = [
  'january|januar|janner|janvier|enero|gennaio|janeiro|januari',
  'february|februar|fevrier|febrero|febbraio|fevereiro|februari',
  'march|marz|mars|marzo|marco|maart',
  'april|avril|abril|aprile',
  'may|mai|mayo|maggio|maio|mei',
  'june|juni|juin|junio|giugno|junho',
  'july|juli|juillet|julio|luglio|julho',
  'august|aout|agosto|augustus',
  'september|septembre|septiembre|settembre|setembro',
  'october|oktober|octobre|octubre|ottobre|outubro',
  'november|novembre|noviembre|novembro',
  'december|dezember|decembre|diciembre|dicembre|dezembro',
]

/** Named days of the year. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [
    /\bchristmas eve\b|\bheiligabend\w*|\breveillon de noel\b|\bveille de noel\b|\bnochebuena\b|\bvigilia di natale\b/,
    '12-24',
  ],
  [
    /\bchristmas( day)?\b(?! eve)|\bweihnacht\w*|\bnoel\b|\bnavidad\b|\bnatale\b|\bnatal\b|\bkerst\w*/,
    '12-25',
  ],
  [/\bboxing day\b|\bzweite[nr]? weihnacht\w*|\bsan esteban\b/, '12-26'],
  [/\bnew year'?s eve\b|\bsilvester\w*|\bsaint-sylvestre\b|\bnochevieja\b|\bcapodanno\b/, '12-31'],
  [
    /\bepiphany\b|\bdreikonig\w*|\bheilige drei konige\b|\bepiphanie\b|\b(dia de )?reyes( magos)?\b/,
    '01-06',
  ],
  [/\bmay day\b|\btag der arbeit\b|\bfete du travail\b|\bdia del trabajo\b/, '05-01'],
  [/\ball saints'?( day)?\b|\ballerheiligen\b|\btoussaint\b|\btodos los santos\b/, '11-01'],
  [
    /\bnew year('?s)?( day)?\b(?!'?s eve)|\bneujahr\w*|\b(jour de l'an|nouvel an|premier de l'an)\b|\bano nuevo\b|\bano novo\b/,
    '01-01',
  ],
]

const MONTH = new RegExp(
  `((?:\\b\\d{1,2}(?:st|nd|rd|th|er|\\.|°)?(?:\\s*(?:,|/|-|–|and|und|et|y|e|en|to|bis|au|al)\\s*|\\s+))+)(?:of |de |d')?(${MONTHS.map((names) => `(?:${names})`).join('|')})\\b`,
  'g',
)

/** Days of the week and of the year in a text, in any known language. */
export function daysIn(text: string): Days {
  const folded = fold(text).replaceAll('’', "'")
  return {
    weekdays: weekdaysIn(folded),
    dates: datesIn(folded),
    isHoliday: HOLIDAY.test(folded),
  }
}

function weekdaysIn(text: string): Set<number> {
  const found = [...text.matchAll(DAY)].map((match) => ({
    day: match.slice(1).findIndex((name) => name !== undefined),
    from: match.index,
    to: match.index + match[0].length,
    isShort: SHORT.test(match[0].replace('.', '')),
  }))
  const sure = found.filter(({ isShort }) => !isShort || /\d/.test(text))
  const days = new Set(sure.map(({ day }) => day))
  for (const [at, one] of sure.entries()) {
    const next = sure[at + 1]
    if (!next || !TO.test(text.slice(one.to, next.from))) continue
    for (let day = one.day; day !== next.day; day = (day + 1) % 7) days.add(day)
  }
  const add = (from: number, to: number) => {
    for (let day = from; day <= to; day += 1) days.add(day)
  }
  if (WEEK.test(text)) add(0, 4)
  if (WEEKEND.test(text)) add(5, 6)
  if (DAILY.test(text)) add(0, 6)
  return days
}

function datesIn(text: string): Set<string> {
  const dates = new Set(NAMED.flatMap(([name, date]) => (name.test(text) ? [date] : [])))
  let last: { readonly date: string; readonly end: number } | undefined
  for (const found of text.matchAll(MONTH)) {
    const [whole, days = '', month = ''] = found
    const number = MONTHS.findIndex((names) => new RegExp(`^(${names})$`).test(month)) + 1
    const numbers = [...days.matchAll(/\d{1,2}/g)].map(([day]) => Number(day))
    for (const day of numbers) dates.add(dateOf(number, day))
    const [first, second] = [numbers[0], numbers[1]]
    if (second !== undefined && RANGE.test(days))
      addRange(dateOf(number, first!), dateOf(number, second), dates)
    // "from 24 December to 2 January"
    const start = dateOf(number, first ?? 0)
    if (last && TO.test(text.slice(last.end, found.index))) addRange(last.date, start, dates)
    last = { date: dateOf(number, numbers.at(-1) ?? 0), end: found.index + whole.length }
  }
  return dates
}

/** A range of days, as opposed to a list: "1 to 15". */
const RANGE = /\d\D*(-|–|—|\b(to|till|until|through|bis|au|al|a|tot)\b)\D*\d/

/** Longest range of days of a closure, days. */
const MAX_RANGE = 62

function addRange(first: string, last: string, dates: Set<string>): void {
  // Any leap year has all days.
  const day = new Date(`2024-${first}T00:00:00Z`)
  for (let count = 0; count < MAX_RANGE && !Number.isNaN(day.getTime()); count += 1) {
    const date = day.toISOString().slice(5, 10)
    dates.add(date)
    if (date === last) return
    day.setUTCDate(day.getUTCDate() + 1)
  }
}

const dateOf = (month: number, day: number): string => `${two(month)}-${two(day)}`

const two = (number: number): string => String(number).padStart(2, '0')

const TODAY =
  /\b(now|today|tonight|currently|at the moment|this (morning|afternoon|evening)|heute|gerade|jetzt|momentan|derzeit|aujourd'hui|en ce moment|maintenant|ce soir|actuellement|hoy|ahora|en este momento|esta (tarde|noche|manana)|oggi|adesso|hoje|agora|vandaag|nu)\b/
const TOMORROW =
  /\b(tomorrow|ubermorgen|demain|amanha|domani)\b|\bmorgen (fruh|geoffnet|offen|auf|abend|nachmittag)|\b(fur|ab|erst) morgen\b|^morgen\b|(?<!la |esta |por la )\bmanana\b(?! por)/

/** The days that a question is about; "today" and "tomorrow" become days of the week. */
export function daysAsked(question: string, now: Date | undefined, timezone: string): Days {
  const days = daysIn(question)
  if (!now || days.weekdays.size > 0 || days.dates.size > 0) return days
  const folded = fold(question).replaceAll('’', "'")
  const shift = TOMORROW.test(folded) ? 1 : TODAY.test(folded) ? 0 : undefined
  if (shift === undefined) return days
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const today = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: timezone })
  const weekday = (names.indexOf(today.format(now)) + shift) % 7
  return { ...days, weekdays: new Set([weekday]) }
}
