import type { JsonObject } from '#contracts/scalars.ts'
import { type Look, lookOf, storedLook } from '#contracts/widget-look.ts'
import type { OfficeHours } from '#contracts/widget-settings.ts'
import { type FieldDraft, fieldsOf, linesOf, storedField } from './form-fields.ts'
import { hoursOf, USUAL_HOURS } from './hours.ts'

/** A proactive message of the chat, being edited. */
export interface InvitationDraft {
  readonly isOn: boolean
  readonly text: string
  /** Seconds, as typed. */
  readonly after: string
  readonly path: string
  readonly exit: boolean
}

/** The part of `widget_settings` that the widget reads, being edited. */
export interface Draft extends Look {
  readonly starters: readonly string[]
  readonly replies: readonly string[]
  readonly form: readonly FieldDraft[]
  readonly invitation: InvitationDraft
  readonly files: boolean
  readonly sound: boolean
  readonly rating: boolean
  readonly privacy_url: string
  readonly fallback: string
  readonly hasHours: boolean
  readonly hours: OfficeHours
  readonly away: string
}

export const MAX_STARTERS = 6
export const MAX_REPLIES = 5

/** Default delay of an invitation, seconds. */
const USUAL_WAIT = '15'

/** Settings that this form writes; all others are kept. */
const KNOWN = [
  'color',
  'position',
  'offset_x',
  'offset_y',
  'theme',
  'label',
  'icon',
  'starters',
  'replies',
  'form',
  'invitation',
  'hours',
  'away',
  'rating',
  'files',
  'sound',
  'privacy_url',
  'fallback',
]

/** Draft from stored settings; invalid values are dropped. */
export function draftOf(settings: JsonObject): Draft {
  const hours = hoursOf(settings['hours'])
  return {
    ...lookOf(settings),
    starters: textsOf(settings['starters']),
    replies: textsOf(settings['replies']),
    form: fieldsOf(settings['form']),
    invitation: invitationOf(settings['invitation']),
    files: settings['files'] !== false,
    sound: settings['sound'] === true,
    rating: settings['rating'] !== false,
    privacy_url: textOf(settings['privacy_url']),
    fallback: textOf(settings['fallback']),
    hasHours: hours !== undefined,
    hours: hours ?? USUAL_HOURS,
    away: textOf(settings['away']),
  }
}

/** Converts a draft to stored settings; defaults are omitted. */
export function storedOf(draft: Draft): JsonObject {
  const { starters, replies, form, hours, hasHours } = draft
  const lists = {
    starters: linesOf(starters),
    replies: linesOf(replies),
    form: form.map(storedField),
  }
  const texts = {
    away: hasHours ? draft.away.trim() : '',
    privacy_url: draft.privacy_url.trim(),
    fallback: draft.fallback.trim(),
  }
  return {
    ...storedLook(draft),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(draft.invitation.isOn && { invitation: storedInvitation(draft.invitation) }),
    ...(hasHours && { hours: hours.map((times) => times.map((time) => [...time])) }),
    ...(!draft.files && { files: false }),
    ...(draft.sound && { sound: true }),
    ...(!draft.rating && { rating: false }),
  }
}

/** Stored settings, with everything that this form edits replaced by a draft. */
export function mergedWith(settings: JsonObject, draft: Draft): JsonObject {
  const others = Object.entries(settings).filter(([name]) => !KNOWN.includes(name))
  return { ...Object.fromEntries(others), ...storedOf(draft) }
}

/** A draft for the widget in place of stored settings; omitted settings are explicitly undefined. */
export function triedOf(draft: Draft): Readonly<Record<string, unknown>> {
  return { ...Object.fromEntries(KNOWN.map((name) => [name, undefined])), ...storedOf(draft) }
}

function invitationOf(value: unknown): InvitationDraft {
  const { text, after, path, exit } = (value ?? {}) as Record<string, unknown>
  return {
    isOn: textOf(text).trim() !== '',
    text: textOf(text),
    after: typeof after === 'number' ? `${after}` : USUAL_WAIT,
    path: textOf(path),
    exit: exit === true,
  }
}

function storedInvitation({ text, after, path, exit }: InvitationDraft): JsonObject {
  return {
    text: text.trim(),
    after: /^\d+$/.test(after) ? Number(after) : after,
    ...(path.trim() !== '' && { path: path.trim() }),
    ...(exit && { exit }),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
