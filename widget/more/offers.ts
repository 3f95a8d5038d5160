import type { FormField, Invitation } from '#contracts/widget-settings.ts'
import type { Options } from '../options.ts'
import { type Raw, text } from '../settings.ts'
import type { View } from '../view.ts'

/** Non-blank strings of a list; anything else in it is left out. */
export function textsOf(value: unknown): string[] {
  return list(value, text)
}

/** True before there is a conversation. */
export function isNew({ model }: Pick<View, 'model'>): boolean {
  const { conversation, outbox } = model.state
  return !conversation && !model.isRemembering() && outbox.length === 0
}

/** Questions before the first message, for details not yet given by the website or the visitor. */
export function formFields({ model, settings }: Pick<View, 'model' | 'settings'>): FormField[] {
  const known = model.variables()
  if (!isNew({ model })) return []
  return list(settings.raw.form, field).filter(({ name }) => !(name in known))
}

/** The invitation to show; the one on the tag takes precedence. */
export function invitationOf({ invite }: Options, { invitation }: Raw): Invitation | undefined {
  if (invite && invite !== 'true') return { text: invite }
  const stored = object<Invitation>(invitation)
  return text(stored?.text) ? stored : undefined
}

function field(value: unknown): FormField | undefined {
  const { name, label } = object<FormField>(value) ?? {}
  return text(name) && text(label) ? (value as FormField) : undefined
}

function object<shape>(value: unknown): shape | undefined {
  return value && typeof value === 'object' ? (value as shape) : undefined
}

function list<item>(value: unknown, read: (item: unknown) => item | undefined): item[] {
  return Array.isArray(value) ? value.map(read).filter((item) => item !== undefined) : []
}
