import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { type Received, startReceiver } from '../support/receiver.ts'
import { allowing } from '../support/server.ts'
import { talking } from '../support/talking.ts'

const KEY = 'cal_live_canary_of_the_calendar'

/** A calendar with Cal.com's v2 API: two free slots a day, which cannot be booked twice. */
async function startCalendar() {
  const json = (res: ServerResponse, body: object, status = 200) => {
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(JSON.stringify(body))
  }
  const booked = new Set<string>()
  return startReceiver((res, { path, body, headers }: Received) => {
    if (headers.authorization !== `Bearer ${KEY}`)
      return json(res, { status: 'error', error: { message: `Wrong key ${KEY}` } }, 401)
    const url = new URL(path, 'http://calendar.test')
    if (url.pathname === '/v2/me')
      return json(res, { status: 'success', data: { username: 'ada' } })
    if (url.pathname === '/v2/slots') {
      const day = url.searchParams.get('start')!
      const slots = [`${day}T09:00:00.000+01:00`, `${day}T10:00:00.000+01:00`]
      const free = slots.filter((start) => !booked.has(new Date(start).toISOString()))
      return json(res, { status: 'success', data: { [day]: free.map((start) => ({ start })) } })
    }
    const { start } = JSON.parse(body)
    if (booked.has(start))
      return json(res, { status: 'error', error: { message: 'The slot is taken' } }, 400)
    booked.add(start)
    json(res, { status: 'success', data: { uid: 'b1', start, status: 'accepted' } }, 201)
  })
}

const DAYS = { start_date: '2026-03-02', end_date: '2026-03-03' }
const BOOKING = {
  start: '2026-03-02T09:00:00.000+01:00',
  name: 'Ada',
  email: 'ada@example.com',
  party: 4,
}

function withCalendar(host: string, script: object[], change: object = {}) {
  return talking({
    standIn: { script },
    server: allowing(host),
    assistant: {
      tools: [
        {
          type: 'calendar_integration',
          calendar_api_key: KEY,
          calendar_event_slug: 'table',
          calendar_endpoint: 'custom',
          calendar_custom_endpoint: `http://${host}/v2`,
          calendar_booking_fields: [
            { slug: 'party', type: 'number', label: 'How many', required: true },
          ],
          ...change,
        },
      ],
    },
  })
}

const asks = (name: string, args: object) => ({ calls: [{ name, args }] })

test('the assistant offers free slots and books one, with the fields the calendar requires', async () => {
  const calendar = await startCalendar()
  await using chat = await withCalendar(calendar.host, [
    asks('calendar_find_slots', DAYS),
    { says: 'Nine or ten?' },
    asks('calendar_book', BOOKING),
    asks('calendar_book', BOOKING),
    { says: 'Done.' },
  ])
  const offered = await chat.say('A table on Monday?')
  expect(offered.function_calls[0]!.result).toBe(
    'Free slots: 2026-03-02T09:00:00.000+01:00, 2026-03-02T10:00:00.000+01:00.',
  )
  const { function_calls } = await chat.say('Nine, for four. Ada, ada@example.com')
  expect(function_calls.map(({ result }) => result)).toEqual([
    'Booked: 2026-03-02T08:00:00.000Z, reference b1.',
    'The calendar refused: The slot is taken',
  ])
  const paths = calendar.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
  expect(paths.slice(0, 4)).toEqual([
    'GET /v2/me',
    'GET /v2/slots',
    'GET /v2/me',
    'POST /v2/bookings',
  ])
  const { searchParams } = new URL(calendar.requests[1]!.path, 'http://calendar.test')
  expect(Object.fromEntries(searchParams)).toEqual({
    eventTypeSlug: 'table',
    username: 'ada',
    start: '2026-03-02',
    end: '2026-03-03',
    timeZone: 'Europe/Berlin',
  })
  expect(calendar.requests[1]!.headers['cal-api-version']).toBe('2024-09-04')
  expect(calendar.requests[3]!.headers['cal-api-version']).toBe('2024-08-13')
  expect(JSON.parse(calendar.requests[3]!.body)).toEqual({
    eventTypeSlug: 'table',
    username: 'ada',
    start: '2026-03-02T08:00:00.000Z',
    attendee: { name: 'Ada', email: 'ada@example.com', timeZone: 'Europe/Berlin' },
    bookingFieldsResponses: { party: 4 },
  })
})

test('invalid days, times and addresses never reach the calendar', async () => {
  const calendar = await startCalendar()
  await using chat = await withCalendar(calendar.host, [
    asks('calendar_find_slots', { ...DAYS, end_date: '2027-03-02' }),
    asks('calendar_book', { ...BOOKING, email: 'ada' }),
    asks('calendar_book', { ...BOOKING, start: 'nine' }),
    asks('calendar_book', { ...BOOKING, party: 'four' }),
    { says: 'Sorry.' },
  ])
  await chat.say('A table on Monday?')
  expect(calendar.requests).toEqual([])
  const calls = (await chat.read()).messages[1]!.function_calls!
  expect(calls.map(({ status }) => status)).toEqual(Array(4).fill('refused'))
})

test('a team has its own events, and an echoed key is redacted', async () => {
  const calendar = await startCalendar()
  const script = [asks('calendar_find_slots', DAYS), { says: 'Nine or ten?' }]
  await using team = await withCalendar(calendar.host, script, { calendar_team_slug: 'kitchen' })
  await team.say('A table?')
  expect(calendar.requests.map(({ path }) => path)).toEqual([
    expect.stringContaining('teamSlug=kitchen'),
  ])
  calendar.answer((res) => {
    res.writeHead(401)
    res.end(JSON.stringify({ error: { message: `Wrong key ${KEY}` } }))
  })
  await using wrong = await withCalendar(calendar.host, script)
  const { function_calls } = await wrong.say('A table?')
  expect(function_calls[0]!.result).toBe('The calendar refused: Wrong key [hidden]')
})
