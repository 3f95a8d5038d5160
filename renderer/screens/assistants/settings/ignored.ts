import { isUsedBy } from '#contracts/assistant-modes.ts'
import type { Mode } from '#contracts/enums.ts'
import type { Values } from '../draft/effective.ts'
import type { Choices, Fitting } from './choices-model.ts'

/** A chosen model or voice, with the fields that it ignores. */
interface Chosen {
  readonly id: number
  readonly name: string
  readonly ignores?: readonly string[] | undefined
}

/**
 * Fields that the chosen model or voice ignores, each with its name. A chosen synthesizer overrides the voice; one that
 * only simulates calls counts as none.
 */
export function ignoredFields(
  values: Values | undefined,
  mode: Mode,
  choices: Choices | undefined,
  fitting: Fitting | undefined,
): ReadonlyMap<string, string> {
  const of = (
    all: readonly Chosen[] | undefined,
    field: keyof Values & Parameters<typeof isUsedBy>[0],
  ) => (isUsedBy(field, mode) ? all?.find(({ id }) => id === values?.[field]) : undefined)
  const model = of(choices?.multimodalModels, 'multimodal_model_id')
  const synthesizer = of(fitting?.synthesizers, 'synthesizer_provider_id')
  const speaks = synthesizer?.ignores ? synthesizer : of(fitting?.voices, 'voice_id')
  return new Map(
    [model, speaks].flatMap((one) =>
      (one?.ignores ?? []).map((name) => [name, one!.name] as const),
    ),
  )
}
