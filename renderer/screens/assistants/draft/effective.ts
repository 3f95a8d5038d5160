import {
  ASSISTANT_FIELDS,
  type AssistantFieldName,
  isOptionalField,
} from '#contracts/assistant-fields.ts'
import { isKeptBetween } from '#contracts/assistant-modes.ts'
import type { AssistantSettings, SettingDefaults } from '#contracts/assistant-settings.ts'
import type { Mode } from '#contracts/enums.ts'
import { isSame } from '../../../app/same.ts'

/** The settings as the form has them; what is being typed may not be valid. */
export type Values = { readonly [name in AssistantFieldName]: unknown }

/** Unsaved changes. */
export type Changes = { readonly [name in AssistantFieldName]?: unknown }

interface Ground {
  /** Saved state. */
  readonly saved: AssistantSettings
  /** The defaults of what is saved, and those of the mode and language that are chosen now. */
  readonly savedDefaults: SettingDefaults
  readonly defaults: SettingDefaults
  readonly mode: Mode
}

/**
 * Value of a setting that is not changed, as the server will have it: a default follows the language and the mode, and
 * a setting that the other mode does not use starts over.
 */
export function groundOf(name: AssistantFieldName, ground: Ground): unknown {
  const { saved, savedDefaults, defaults, mode } = ground
  if (!isOptionalField(name)) return saved[name]
  const optional = name as keyof SettingDefaults
  const isDefault = isSame(saved[name], savedDefaults[optional])
  return isDefault || !isKeptBetween(name, saved.mode, mode) ? defaults[optional] : saved[name]
}

/** All settings with the changes over them. */
export function valuesOf(ground: Ground, changes: Changes): Values {
  const entries = ASSISTANT_FIELDS.map((name) => [
    name,
    name in changes ? changes[name] : groundOf(name, ground),
  ])
  return Object.fromEntries(entries) as Values
}

/** A change of one setting; back to what it was is no change. */
export function withChange(
  ground: Ground,
  changes: Changes,
  name: AssistantFieldName,
  value: unknown,
): Changes {
  const { [name]: _, ...others } = changes
  return isSame(value, groundOf(name, ground)) ? others : { ...others, [name]: value }
}
