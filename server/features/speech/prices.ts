import type { Converser } from '../../providers/speech/converse.ts'
import type { Transcriber } from '../../providers/speech/hear.ts'
import type { Synthesizer } from '../../providers/speech/speak.ts'
import type { ServiceRow } from './queries.ts'

/** Prices of a service, micro-dollars. */
export type SpeechPrices = Pick<ServiceRow, 'hearing_price' | 'speaking_price' | 'characters_price'>

/** Hears what was used, micro-dollars and parts of them. */
export type Meter = (amount: number) => void

const MINUTE_MS = 60_000

/** Characters that nobody speaks more of in a minute. */
const MOST_CHARACTERS = 1500

/** The most that a minute of hearing costs, micro-dollars. */
export const hearingMinute = ({ hearing_price }: SpeechPrices): number => hearing_price

/** The most that a minute of speaking costs, micro-dollars. */
export const speakingMinute = ({ speaking_price, characters_price }: SpeechPrices): number =>
  speaking_price + Math.ceil((characters_price * MOST_CHARACTERS) / 1000)

/** The price of so many samples, where a minute costs so much. */
const priceOf = (pcm: Int16Array, rate: number, minute: number): number =>
  ((pcm.length / rate) * 1000 * minute) / MINUTE_MS

/** A transcriber whose sound is counted as it is sent. */
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

/** A synthesizer whose words are counted as they are sent, and its sound as it comes. */
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

/** A realtime model whose sound is counted both ways; what it only writes is not. */
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

/** The same values, each shown to somebody on its way. */
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
