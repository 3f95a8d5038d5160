import { type Signal, signal } from '@preact/signals'
import { SPEECH_KINDS } from '#contracts/speech-kinds.ts'
import type { SpeechKind, SpeechService } from '#contracts/speech-providers.ts'
import { t } from '../../../locales/translate.ts'

const NAMES = ['hearing_price', 'speaking_price', 'characters_price'] as const

type PriceName = (typeof NAMES)[number]

/** Prices of a speech service as they are being written; an empty one is none. */
export function createPrices(service: SpeechService | undefined) {
  const textOf = (name: PriceName): Signal<string> =>
    signal(service && service[name] !== 0 ? String(service[name]) : '')
  const texts: Readonly<Record<PriceName, Signal<string>>> = {
    hearing_price: textOf('hearing_price'),
    speaking_price: textOf('speaking_price'),
    characters_price: textOf('characters_price'),
  }
  const numberOf = (name: PriceName): number => Number(texts[name].value.trim().replace(',', '.'))

  /** Those that a kind of service can have. */
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
    /** Fields that are no numbers, by the server's name. */
    faults: (kind: SpeechKind): Record<string, string> =>
      Object.fromEntries(
        namesOf(kind)
          .filter((name) => Number.isNaN(numberOf(name)))
          .map((name) => [name, t('models.notNumber')]),
      ),
    /** As they are sent: one that a kind cannot have is none. */
    sent: (kind: SpeechKind) => ({
      hearing_price: 0,
      speaking_price: 0,
      characters_price: 0,
      ...Object.fromEntries(namesOf(kind).map((name) => [name, numberOf(name)])),
    }),
  }
}
