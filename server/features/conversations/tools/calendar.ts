import { z } from 'zod'
import type { JsonObject } from '#contracts/scalars.ts'
import { type Argument, faultOf, inputSchemaOf } from './arguments.ts'
import { askCalendar, type CalendarSettings } from './calendar-api.ts'
import {
  done,
  failed,
  type OfferedTool,
  refused,
  type ToolNeeds,
  type ToolOutcome,
} from './offered.ts'
import { hiding } from './result-text.ts'

const SLOTS_VERSION = '2024-09-04'
const BOOKINGS_VERSION = '2024-08-13'

/** Maximum number of slots told at once. */
const MAX_SLOTS = 40
/** Longest searched period, days. */
const MAX_DAYS = 31
const DAY_MS = 86_400_000

const SLOT_ARGUMENTS: readonly Argument[] = [
  { name: 'start_date', type: 'string', description: 'First day to look at, YYYY-MM-DD.' },
  { name: 'end_date', type: 'string', description: 'Last day to look at, YYYY-MM-DD.' },
]

const ATTENDEE: readonly Argument[] = [
  {
    name: 'start',
    type: 'string',
    description: 'Start of the slot exactly as calendar_find_slots gave it.',
  },
  { name: 'name', type: 'string', description: 'Name of who comes.' },
  { name: 'email', type: 'string', description: 'Email address of who comes.' },
]

/** Two functions of the operator's calendar: find free slots, and book one. */
export function calendarTools(
  context: ToolNeeds,
  settings: CalendarSettings,
  timezone: string,
): readonly OfferedTool[] {
  const hide = hiding([settings.calendar_api_key])
  const fields = settings.calendar_booking_fields ?? []
  const booking = [...ATTENDEE, ...fields.map(argumentOf)]
  const about = settings.description ?? ''
  return [
    {
      name: 'calendar_find_slots',
      description: `Finds free appointment slots in the time zone ${timezone}. ${about}`.trim(),
      inputSchema: inputSchemaOf(SLOT_ARGUMENTS),
      changesThings: false,
      run: async (args, signal) =>
        hide(await findSlots(context, settings, { args, timezone, signal })),
    },
    {
      name: 'calendar_book',
      description:
        `Books one free slot, once the visitor has agreed to it and has given name and email address. ${about}`.trim(),
      inputSchema: inputSchemaOf(booking),
      changesThings: true,
      run: async (args, signal) => {
        const fault = faultOf(booking, args)
        if (fault !== undefined) return refused(fault)
        return hide(await book(context, settings, { args, timezone, signal }))
      },
    },
  ]
}

type BookingField = NonNullable<CalendarSettings['calendar_booking_fields']>[number]

function argumentOf({ slug, type, label, required, options }: BookingField): Argument {
  const choice = options?.length ? ` One of: ${options.join(', ')}.` : ''
  return {
    name: slug,
    type: type === 'number' || type === 'boolean' ? type : 'string',
    description: `${label}.${choice}`,
    isOptional: !required,
  }
}

interface ToolRun {
  readonly args: JsonObject
  readonly timezone: string
  readonly signal: AbortSignal
}

const Slots = z.record(z.string(), z.array(z.object({ start: z.string() })))

const IsoDay = /^\d{4}-\d{2}-\d{2}$/

async function findSlots(
  context: ToolNeeds,
  settings: CalendarSettings,
  { args, timezone, signal }: ToolRun,
): Promise<ToolOutcome> {
  const fault =
    faultOf(SLOT_ARGUMENTS, args) ??
    faultOfDays(String(args['start_date']), String(args['end_date']))
  if (fault !== undefined) return refused(fault)
  const place = await placeOf(context, settings, signal)
  if ('outcome' in place) return place.outcome
  const query = {
    ...place.of,
    start: String(args['start_date']),
    end: String(args['end_date']),
    timeZone: timezone,
  }
  const request = { path: '/slots', version: SLOTS_VERSION, query }
  const answer = await askCalendar(context, settings, request, signal)
  if ('outcome' in answer) return answer.outcome
  const days = Slots.safeParse(answer.data).data
  if (!days) return failed('The answer of the calendar could not be read.')
  const starts = Object.values(days).flatMap((slots) => slots.map(({ start }) => start))
  if (starts.length === 0) return done('No slot is free on these days.')
  const more = starts.length > MAX_SLOTS ? ` There are ${starts.length - MAX_SLOTS} more.` : ''
  return done(`Free slots: ${starts.slice(0, MAX_SLOTS).join(', ')}.${more}`)
}

function faultOfDays(first: string, last: string): string | undefined {
  const [from, to] = [first, last].map((day) => (IsoDay.test(day) ? Date.parse(day) : Number.NaN))
  const days = (to! - from!) / DAY_MS
  return days >= 0 && days <= MAX_DAYS
    ? undefined
    : `The function was not called. Give days as YYYY-MM-DD, the last not before the first, at most ${MAX_DAYS} days.`
}

const Booked = z.object({
  start: z.string(),
  status: z.string().optional(),
  uid: z.string().optional(),
})

async function book(
  context: ToolNeeds,
  settings: CalendarSettings,
  { args: { start, name, email, ...rest }, timezone, signal }: ToolRun,
): Promise<ToolOutcome> {
  const at = Date.parse(String(start))
  if (Number.isNaN(at)) return refused('The function was not called. The start is no time.')
  if (!z.email().safeParse(email).success)
    return refused('The function was not called. The email address is none; ask for it again.')
  const place = await placeOf(context, settings, signal)
  if ('outcome' in place) return place.outcome
  const responses = Object.entries(rest).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  const body = {
    ...place.of,
    start: new Date(at).toISOString(),
    attendee: { name, email, timeZone: timezone },
    ...(responses.length > 0 && { bookingFieldsResponses: Object.fromEntries(responses) }),
  }
  const request = { path: '/bookings', version: BOOKINGS_VERSION, body }
  const answer = await askCalendar(context, settings, request, signal)
  if ('outcome' in answer) return answer.outcome
  const booked = Booked.safeParse(answer.data).data
  if (!booked)
    return failed('The answer of the calendar could not be read; the slot may be booked.')
  return done(`Booked: ${booked.start}${booked.uid ? `, reference ${booked.uid}` : ''}.`)
}

const Me = z.object({ username: z.string() })

type Place = { readonly of: Record<string, string> }

/** Owner of an event type: its team, or the owner of the key. */
async function placeOf(
  context: ToolNeeds,
  settings: CalendarSettings,
  signal: AbortSignal,
): Promise<Place | { readonly outcome: ToolOutcome }> {
  const { calendar_event_slug: eventTypeSlug, calendar_team_slug: teamSlug } = settings
  if (teamSlug) return { of: { eventTypeSlug, teamSlug } }
  const answer = await askCalendar(
    context,
    settings,
    { path: '/me', version: BOOKINGS_VERSION },
    signal,
  )
  if ('outcome' in answer) return answer
  const me = Me.safeParse(answer.data).data
  return me
    ? { of: { eventTypeSlug, username: me.username } }
    : { outcome: failed('The calendar does not say whose it is.') }
}
