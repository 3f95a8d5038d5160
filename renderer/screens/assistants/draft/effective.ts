import {
  ASSISTANT_FIELDS,
  type AssistantFieldName,
  isOptionalField,
} from '#contracts/assistant-fields.ts'
import { isKeptBetween } from '#contracts/assistant-modes.ts'
import type { AssistantSettings, SettingDefaults } from '#contracts/assistant-settings.ts'
import type { Mode } from '#contracts/enums.ts'
import { isSame } from '../../../app/same.ts'

/** Setting values in the form; values being typed may be invalid. */
export type Values = { readonly [name in AssistantFieldName]: unknown }

/** Unsaved changes. */
export type Changes = { readonly [name in AssistantFieldName]?: unknown }

interface Ground {
  /** Saved state. */
  readonly saved: AssistantSettings
  /** Defaults of the saved settings, and those of the currently selected mode and language. */
  readonly savedDefaults: SettingDefaults
  readonly defaults: SettingDefaults
  readonly mode: Mode
}

/**
 * Value of an unchanged setting as the server will store it: defaults follow the language and mode, and a setting that
 * the other mode does not use is reset.
 */
export function groundOf(name: AssistantFieldName, ground: Ground): unknown {
  const { saved, savedDefaults, defaults, mode } = ground
  if (!isOptionalField(name)) return saved[name]
  const optional = name as keyof SettingDefaults
  const isDefault = isSame(saved[name], savedDefaults[optional])
  return isDefault || !isKeptBetween(name, saved.mode, mode) ? defaults[optional] : saved[name]
}

/** All settings with the changes applied. */
export function valuesOf(ground: Ground, changes: Changes): Values {
  const entries = ASSISTANT_FIELDS.map((name) => [
    name,
    name in changes ? changes[name] : groundOf(name, ground),
  ])
  return Object.fromEntries(entries) as Values
}

/** Adds the change of a setting; restoring the saved value removes the change. */
export function withChange(
  ground: Ground,
  changes: Changes,
  name: AssistantFieldName,
  value: unknown,
): Changes {
  const { [name]: _, ...others } = changes
  return isSame(value, groundOf(name, ground)) ? others : { ...others, [name]: value }
}
