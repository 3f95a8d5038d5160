import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { realOutside } from '../../../server/context.ts'
import {
  createOsVoice,
  type OsVoice,
} from '../../../server/providers/speech/os-voice/synthesizer.ts'
import type { SpeakOptions, SpokenSound } from '../../../server/providers/speech/speak.ts'
import { SpeechError } from '../../../server/providers/speech/speech-error.ts'
import { createClock } from '../../support/clock.ts'
import { fakePrograms } from '../../support/fake-program.ts'
import { bare, samples, wavOf } from '../../support/speech-stand-in.ts'

const never = new AbortController().signal

/** Says one sentence and returns its audio. */
async function say(voice: OsVoice, text: string, options: Partial<SpeakOptions> = {}) {
  const speaking = voice.open({
    voice: 'de',
    language: 'de',
    speed: 1,
    stability: 0.5,
    similarity: 0.5,
    signal: never,
    ...options,
  })
  speaking.say(text)
  speaking.flush()
  const sounds: SpokenSound[] = []
  for await (const sound of speaking.audio) sounds.push(sound)
  return { rate: sounds[0]?.rate, pcm: sounds.flatMap(({ pcm }) => [...pcm]) }
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'There was sound',
    (error: unknown) => (error instanceof SpeechError ? error.fault : error),
  )

const TABLE = `Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  de              --/M      German             gmw/de
 5  en-029          --/M      English_(Caribbean) gmw/en-029           (en 10)
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
 5  en-us-nyc       --/M      English_(America,_New_York_City) gmw/en-US-nyc
 5  en-gb           --/M      English_(again)    gmw/en-again
`

const PCM = samples(200)

/** A fake espeak-ng that lists four voices, and runs this script when asked to speak. */
const espeak = (script: string) =>
  `if [ "$1" = --voices ]; then /bin/cat table; else\n${script}\nfi`

const SPEAKS = '/bin/cat wav'
const HANGS = 'exec /bin/sleep 1000'

interface World {
  readonly platform?: NodeJS.Platform
  readonly sleep?: typeof realOutside.sleep
}

async function withPrograms(
  programs: Readonly<Record<string, string>>,
  { platform = 'linux', sleep = realOutside.sleep }: World = {},
) {
  const fake = await fakePrograms()
  await fake.put('table', TABLE)
  await fake.put('wav', wavOf(PCM, 22_050))
  await fake.put('bare', bare(PCM))
  for (const [name, script] of Object.entries(programs)) await fake.add(name, script)
  const environment = {
    PATH: fake.folder,
    SystemRoot: fake.folder,
    PARLEY_SECRETS_KEY: 'secret',
    AWS_TOKEN: 'secret',
  }
  return { ...fake, voice: createOsVoice({ platform, environment, sleep }) }
}

const withEspeak = (script: string, sleep?: typeof realOutside.sleep) =>
  withPrograms({ 'espeak-ng': espeak(script) }, sleep && { sleep })

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

// Elsewhere a shell script counts as a program.
describe.skipIf(process.platform === 'win32')('with fake programs', () => {
  test('voices are listed once each, with the usual ones of a language first', async () => {
    const { voice } = await withEspeak(SPEAKS)
    expect(await voice.voices(never)).toEqual([
      { id: 'de', name: 'German', language: 'de', gender: 'male' },
      { id: 'en-gb', name: 'English (Great Britain)', language: 'en-gb', gender: 'male' },
      { id: 'en-029', name: 'English (Caribbean)', language: 'en-029', gender: 'male' },
      {
        id: 'en-us-nyc',
        name: 'English (America, New York City)',
        language: 'en-us-nyc',
        gender: 'male',
      },
    ])
  })

  test('text goes through standard input, and cannot become a command', async () => {
    const { voice, runs } = await withEspeak(SPEAKS)
    const text = '--version; `id` [[[slnc 9999]]] $(id) Grüße'
    expect(await say(voice, text, { speed: 1.2 })).toEqual({ rate: 22_050, pcm: [...PCM] })
    const [, run] = await runs()
    expect(run!.args).toEqual(['--stdin', '--stdout', '-b', '1', '-v', 'de', '-s', '210'])
    expect(run!.input).toBe('--version; `id` [ [ [slnc 9999]]] $(id) Grüße')
  })

  test('a program gets only the environment variables it needs', async () => {
    const { voice, runs, folder } = await withEspeak(SPEAKS)
    await say(voice, 'Hallo')
    for (const { environment } of await runs()) {
      expect(environment).toContain(`PATH=${folder}\n`)
      expect(environment).not.toContain('secret')
    }
  })

  test.each(['--help', '-w/tmp/x', '../../etc/passwd', 'de\n-w', 'fr'])(
    'the voice %j is not listed and never reaches the program',
    async (name) => {
      const { voice, runs } = await withEspeak(SPEAKS)
      expect(await failureOf(say(voice, 'Hallo', { voice: name }))).toEqual({
        code: 'system_voice_unknown',
        params: { voice: name },
      })
      expect((await runs()).map(({ args }) => args)).toEqual([['--voices']])
    },
  )

  test('without a name it is the first voice of the language', async () => {
    const { voice, runs } = await withEspeak(SPEAKS)
    await say(voice, 'Hello', { voice: '', language: 'en-US' })
    expect((await runs())[1]!.args).toContain('en-gb')
    expect(await failureOf(say(voice, 'Bonjour', { voice: '', language: 'fr' }))).toEqual({
      code: 'system_voice_unknown',
      params: { voice: 'fr' },
    })
  })

  test('without a program there are no voices', async () => {
    const { voice } = await withPrograms({})
    expect(await voice.voices(never)).toEqual([])
    expect(await failureOf(say(voice, 'Hallo'))).toEqual({
      code: 'system_voice_missing',
      params: { program: 'espeak-ng' },
    })
  })

  test.each([
    ['fails', 'exit 3', { code: 'system_voice_failed', params: { program: 'espeak-ng' } }],
    ['writes half of a file', '/usr/bin/head -c 99 wav', { code: 'speech_cut_off' }],
    ['writes nothing', ':', { code: 'speech_cut_off' }],
    [
      'writes without end',
      'exec /usr/bin/yes',
      { code: 'speech_too_long', params: { megabytes: 16 } },
    ],
  ])('a program that %s gives the operator a reason', async (_, script, reason) => {
    const { voice, runs } = await withEspeak(script)
    expect(await failureOf(say(voice, 'Hallo'))).toEqual(reason)
    const { pid } = (await runs()).at(-1)!
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('a program that hangs is killed after ten seconds', async () => {
    const clock = createClock()
    const { voice, runs } = await withEspeak(HANGS, clock.outside.sleep)
    const failure = failureOf(say(voice, 'Hallo'))
    await expect.poll(async () => (await runs()).length).toBe(2)
    const { pid } = (await runs())[1]!
    await clock.advance(9_999)
    expect(isAlive(pid)).toBe(true)
    await clock.advance(1)
    expect(await failure).toEqual({ code: 'no_answer_in_time', params: { seconds: 10 } })
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('stopping kills the program, and lets the next one run', async () => {
    const { voice, runs } = await withEspeak(
      `if [ "$(/bin/cat "$input")" = on ]; then ${SPEAKS}; else ${HANGS}; fi`,
    )
    const call = new AbortController()
    const stopped = [1, 2, 3].map(() => say(voice, 'off', { signal: call.signal }))
    await expect
      .poll(async () => (await runs()).filter(({ input }) => input === 'off').length)
      .toBe(2)
    const next = say(voice, 'on')
    call.abort()
    for (const { pcm } of await Promise.all(stopped)) expect(pcm).toEqual([])
    expect((await next).pcm).toEqual([...PCM])
    const spoken = (await runs()).filter(({ args }) => args[0] !== '--voices')
    expect(spoken.map(({ input }) => input).sort()).toEqual(['off', 'off', 'on'])
    for (const { pid } of spoken) await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('two programs run at a time', async () => {
    // Each records that it is running, and waits for one more before it exits.
    const { voice, folder } = await withEspeak(`
      : > "in-$$"
      set -- in-*
      while [ "$#" -lt 2 ] && ! [ -e pair ]; do /bin/sleep 0.01; set -- in-*; done
      : > pair
      /bin/sleep 0.05
      set -- in-*
      if [ "$#" -gt 2 ]; then : > crowd; fi
      /bin/rm "in-$$"
      ${SPEAKS}`)
    await voice.voices(never)
    const said = await Promise.all([1, 2, 3, 4].map((index) => say(voice, `Hallo ${index}`)))
    expect(said.every(({ pcm }) => pcm.length === PCM.length)).toBe(true)
    expect(existsSync(path.join(folder, 'pair'))).toBe(true)
    expect(existsSync(path.join(folder, 'crowd'))).toBe(false)
  })

  test('on macOS a temporary file is written and removed', async () => {
    const list = `Alex                en_US    # Most people recognize me.
Eddy (German (Germany)) de_DE    # Hallo! Ich heiße Eddy.
not a voice
`
    const { voice, runs, put } = await withPrograms(
      {
        say: `
          if [ "$2" = '?' ]; then /bin/cat list; exit; fi
          while [ "$1" != -o ]; do shift; done
          /bin/cat wav > "$2"`,
      },
      { platform: 'darwin' },
    )
    await put('list', list)
    expect(await voice.voices(never)).toEqual([
      { id: 'Alex', name: 'Alex', language: 'en-US' },
      { id: 'Eddy (German (Germany))', name: 'Eddy (German (Germany))', language: 'de-DE' },
    ])
    const eddy = { voice: 'Eddy (German (Germany))', speed: 0.8 }
    expect(await say(voice, '[[volm 0]] Hallo', eddy)).toEqual({ rate: 22_050, pcm: [...PCM] })
    const { args, input } = (await runs())[1]!
    const file = args[args.indexOf('-o') + 1]!
    expect(args).toEqual([
      ...['-v', 'Eddy (German (Germany))', '-r', '140', '-o', file],
      ...['--file-format=WAVE', '--data-format=LEI16@22050', '-f', '-'],
    ])
    expect(input).toBe('[ [volm 0]] Hallo')
    expect(existsSync(path.dirname(file))).toBe(false)
  })

  test('on Windows the text is data to a fixed script', async () => {
    const voices = JSON.stringify([{ id: 'Microsoft Hedda Desktop', language: 'de-DE' }])
    const { voice, runs, put } = await withPrograms(
      {
        'System32/WindowsPowerShell/v1.0/powershell.exe':
          'if [ -s "$input" ]; then /bin/cat bare; else /bin/cat voices; fi',
      },
      { platform: 'win32' },
    )
    await put('voices', voices)
    expect(await voice.voices(never)).toEqual([
      { id: 'Microsoft Hedda Desktop', name: 'Microsoft Hedda Desktop', language: 'de-DE' },
    ])
    const text = `'; Remove-Item C:\\ ; "`
    const hedda = { voice: 'Microsoft Hedda Desktop', speed: 3 }
    expect(await say(voice, text, hedda)).toEqual({ rate: 22_050, pcm: [...PCM] })
    const [, run] = await runs()
    expect(JSON.parse(run!.input)).toEqual({ voice: 'Microsoft Hedda Desktop', rate: 10, text })
    expect(run!.args.slice(0, -1)).toEqual(['-NoProfile', '-NonInteractive', '-Command'])
    expect(run!.args.at(-1)).not.toMatch(/Remove-Item|Hedda|"/)
  })
})

const hasEspeak = spawnSync('espeak-ng', ['--version']).status === 0

test.skipIf(!hasEspeak)('the real espeak-ng speaks, and faster on request', async () => {
  const { sleep } = realOutside
  const voice = createOsVoice({ platform: 'linux', environment: process.env, sleep })
  const listed = await voice.voices(never)
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(['de', 'en-gb']))
  const text = 'Guten Tag. Wir haben von neun bis achtzehn Uhr geöffnet.'
  const { rate, pcm } = await say(voice, text)
  expect(rate).toBe(22_050)
  expect(pcm.length / rate!).toBeGreaterThan(2)
  expect(Math.max(...pcm.map(Math.abs))).toBeGreaterThan(3000)
  const fast = await say(voice, text, { speed: 1.2 })
  expect(fast.pcm.length).toBeLessThan(pcm.length * 0.95)
})
