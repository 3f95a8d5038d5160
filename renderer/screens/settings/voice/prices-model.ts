import { type Signal, signal } from '@preact/signals'
import { SPEECH_KINDS } from '#contracts/speech-kinds.ts'
import type { SpeechKind, SpeechService } from '#contracts/speech-providers.ts'
import { t } from '../../../locales/translate.ts'

const NAMES = ['hearing_price', 'speaking_price', 'characters_price'] as const

type PriceName = (typeof NAMES)[number]

/** Prices of a speech service being edited; an empty one is 0. */
export function createPrices(service: SpeechService | undefined) {
  const textOf = (name: PriceName): Signal<string> =>
    signal(service && service[name] !== 0 ? String(service[name]) : '')
  const texts: Readonly<Record<PriceName, Signal<string>>> = {
    hearing_price: textOf('hearing_price'),
    speaking_price: textOf('speaking_price'),
    characters_price: textOf('characters_price'),
  }
  const numberOf = (name: PriceName): number => Number(texts[name].value.trim().replace(',', '.'))

  /** Prices that apply to a kind of service. */
  function namesOf(kind: SpeechKind): readonly PriceName[] {
    const { speaks, hears, converses } = SPEECH_KINDS[kind]
    return NAMES.filter((name) => {
      if (name === 'hearing_price') return hears !== 'none'
      return speaks !== 'none' && !(converses && name === 'characters_price')
    })
  }

  return {
    texts,
    namesOf,
    /** Invalid numbers, by the server's field name. */
    faults: (kind: SpeechKind): Record<string, string> =>
      Object.fromEntries(
        namesOf(kind)
          .filter((name) => Number.isNaN(numberOf(name)))
          .map((name) => [name, t('models.notNumber')]),
      ),
    /** The prices to send; 0 for those that do not apply to the kind. */
    sent: (kind: SpeechKind) => ({
      hearing_price: 0,
      speaking_price: 0,
      characters_price: 0,
      ...Object.fromEntries(namesOf(kind).map((name) => [name, numberOf(name)])),
    }),
  }
}
