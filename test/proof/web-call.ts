import { createResampler } from '../../server/media/resample.ts'
import { type Figure, mustBe, type Part } from '../torture/part.ts'
import { correlation } from './correlation.ts'
import { startDesk } from './desk.ts'
import { HEARD_RATE, spoken } from './programs.ts'
import { ASKED, comes, SAID, SYSTEM_VOICE, until } from './sentences.ts'

/**
 * Real synthetic speech is recognised as words on the way in, and the system voice is heard unchanged on the
 * way out.
 */
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

/** Compares the greeting that was heard with the program's own output. */
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
