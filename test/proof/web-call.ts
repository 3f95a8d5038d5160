import { setTimeout as delay } from 'node:timers/promises'
import { createResampler } from '../../server/media/resample.ts'
import { type Figure, mustBe, type Part } from '../torture/part.ts'
import { correlation } from './correlation.ts'
import { startDesk } from './desk.ts'
import { HEARD_RATE, spoken } from './programs.ts'

/** Sentences that callers say, each of which the recogniser understands without Parley. */
const ASKED = [
  'what are your opening hours',
  'where can i find you',
  'how much is a loaf of bread',
  'do you deliver on sunday',
  'do you take credit cards',
  'when do you close',
  'is there a place to park',
  'thank you and goodbye',
]

/** Sentences that the assistant says, each in one piece. */
const SAID = [
  'Welcome to our bakery.',
  'Good morning this is the library.',
  'Thank you for calling the garage.',
  'You have reached the dentist.',
]

/** The voice of espeak-ng that the server chooses, and the words in a minute at which it has it speak. */
const SYSTEM_VOICE = { voice: 'en-gb', pace: 175 }

/** Longest wait for anything that has to be said or heard, ms. */
const PATIENCE_MS = 15_000

/** Real synthetic speech in, recognised as words; the voice of the system out, as the system says it. */
export const webCallPart: Part = async ({ folder }) => {
  await using desk = await startDesk(folder, ASKED)
  return [await hears(desk), await speaks(desk)]
}

type Desk = Awaited<ReturnType<typeof startDesk>>

async function hears(desk: Desk): Promise<Figure> {
  await desk.change({ initial_message: 'Hello.', wait_for_customer: true, endpoint_sensitivity: 3 })
  const times: number[] = []
  const wrong: string[] = []
  for (const sentence of ASKED) {
    const caller = await desk.call()
    await until(() => caller.has('ready'))
    caller.hold(await spoken(sentence, HEARD_RATE))
    await until(() => !caller.isSpeaking())
    const ended = performance.now()
    const finals = () =>
      caller.of('said').filter(({ speaker, final }) => speaker === 'visitor' && final)
    if (await comes(() => finals().length > 0)) times.push(performance.now() - ended)
    const heard = finals()
      .map(({ text }) => text)
      .join(' ')
    if (heard !== sentence) wrong.push(`“${sentence}” as “${heard}”`)
    caller.hangUp()
    caller.end()
  }
  const middle = times.toSorted((one, other) => one - other)[times.length >> 1]!
  const figure = mustBe(`sentences recognised, of ${ASKED.length}`, ASKED.length - wrong.length, 8)
  return {
    ...figure,
    value: [`${figure.value}, ${middle.toFixed(0)} ms after the last sound`, ...wrong].join('; '),
  }
}

/** A greeting that was heard is compared with what the program itself says. */
async function speaks(desk: Desk): Promise<Figure> {
  const alike: number[] = []
  for (const sentence of SAID) {
    await desk.change({ initial_message: sentence, wait_for_customer: false })
    const caller = await desk.call()
    await until(() => caller.of('heard').length > 0)
    const [first] = caller.of('heard')
    const heard = createResampler(24_000, HEARD_RATE).push(caller.soundOf(first!.utterance))
    alike.push(correlation(await spoken(sentence, HEARD_RATE, SYSTEM_VOICE), heard))
    caller.hangUp()
    caller.end()
  }
  const least = Math.min(...alike)
  return {
    name: `greetings heard as espeak-ng says them, of ${SAID.length}: correlation, at least`,
    value: least.toFixed(3),
    holds: least > 0.9,
  }
}

/** Waits for something; false where it does not come. */
async function comes(isThere: () => boolean): Promise<boolean> {
  const begun = performance.now()
  while (!isThere()) {
    if (performance.now() - begun > PATIENCE_MS) return false
    await delay(10)
  }
  return true
}

/** The same for what has to come. */
async function until(isTrue: () => boolean): Promise<void> {
  if (!(await comes(isTrue))) throw new Error('Nothing came')
}
