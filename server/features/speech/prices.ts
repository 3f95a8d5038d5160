import type { Converser } from '../../providers/speech/converse.ts'
import type { Transcriber } from '../../providers/speech/hear.ts'
import type { Synthesizer } from '../../providers/speech/speak.ts'
import type { ServiceRow } from './queries.ts'

/** Prices of a service, micro-dollars. */
export type SpeechPrices = Pick<ServiceRow, 'hearing_price' | 'speaking_price' | 'characters_price'>

/** Receives the cost of usage, micro-dollars, including fractions. */
export type Meter = (amount: number) => void

const MINUTE_MS = 60_000

/** Upper bound of the characters spoken in a minute. */
const MAX_CHARACTERS = 1500

/** Maximum cost of a minute of transcription, micro-dollars. */
export const hearingMinute = ({ hearing_price }: SpeechPrices): number => hearing_price

/** Maximum cost of a minute of synthesis, micro-dollars. */
export const speakingMinute = ({ speaking_price, characters_price }: SpeechPrices): number =>
  speaking_price + Math.ceil((characters_price * MAX_CHARACTERS) / 1000)

/** Price of an amount of audio at a price per minute. */
const priceOf = (pcm: Int16Array, rate: number, minute: number): number =>
  ((pcm.length / rate) * 1000 * minute) / MINUTE_MS

/** A transcriber that meters the audio sent to it. */
export const meteredEar = (
  transcriber: Transcriber,
  { hearing_price: minute }: SpeechPrices,
  meter: Meter,
): Transcriber => ({
  ...transcriber,
  open(options) {
    const hearing = transcriber.open(options)
    return {
      ...hearing,
      push(frame) {
        meter(priceOf(frame.pcm, options.rate, minute))
        hearing.push(frame)
      },
    }
  },
})

/** A synthesizer that meters the characters sent and the audio received. */
export const meteredVoice = (
  synthesizer: Synthesizer,
  { speaking_price: minute, characters_price: thousand }: SpeechPrices,
  meter: Meter,
): Synthesizer => ({
  ...synthesizer,
  open(options) {
    const speaking = synthesizer.open(options)
    return {
      ...speaking,
      say(text) {
        meter((text.length * thousand) / 1000)
        speaking.say(text)
      },
      audio: counted(speaking.audio, ({ pcm, rate }) => meter(priceOf(pcm, rate, minute))),
    }
  },
})

/** A realtime model that meters audio in both directions; text is free. */
export const meteredConverser = (
  converser: Converser,
  { hearing_price, speaking_price }: SpeechPrices,
  meter: Meter,
): Converser => ({
  open(options) {
    const conversing = converser.open(options)
    return {
      ...conversing,
      push(frame) {
        meter(priceOf(frame.pcm, options.rate, hearing_price))
        conversing.push(frame)
      },
      events: counted(conversing.events, (event) => {
        if (event.kind === 'sound') meter(priceOf(event.pcm, event.rate, speaking_price))
      }),
    }
  },
})

/** Passes values through, reporting each to a callback. */
const counted = <value>(
  values: AsyncIterable<value>,
  see: (value: value) => void,
): AsyncIterable<value> => ({
  async *[Symbol.asyncIterator]() {
    for await (const value of values) {
      see(value)
      yield value
    }
  },
})
