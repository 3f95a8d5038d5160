import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createResampler } from '../../server/media/resample.ts'
import { readWav, wavFile } from '../../server/media/wav.ts'

/* Speech by third-party programs from Debian: espeak-ng speaks, pocketsphinx recognises. */

const run = promisify(execFile)

const MODEL = '/usr/share/pocketsphinx/model/en-us'

/** Sample rate for recognition, Hz. */
export const HEARD_RATE = 16_000

/** Reports which of these programs are not installed. */
export const absent = (...programs: readonly string[]): string[] =>
  programs.filter((program) => spawnSync(program, ['--version']).error !== undefined)

/** Amplitude below which the end of a sentence counts as silence. */
const SILENT = 200

/** A sentence as spoken by espeak-ng, at a rate, up to its last sound. */
export async function spoken(
  text: string,
  rate: 16_000 | 8000,
  { voice = 'en', pace = 140 } = {},
): Promise<Int16Array> {
  const { stdout } = await run('espeak-ng', ['-v', voice, '-s', String(pace), '--stdout', text], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  })
  const { samples, rate: from } = readWav(stdout)
  const sound = createResampler(from, rate).push(samples[0]!)
  return sound.subarray(0, sound.findLastIndex((sample) => Math.abs(sample) > SILENT) + 1)
}

/** A grammar for a recogniser that knows only these sentences. */
export const grammarOf = (sentences: readonly string[]): string =>
  `#JSGF V1.0;\ngrammar sentences;\npublic <sentence> = ${sentences.join(' | ')};\n`

/** Recognises sentences of a grammar in 16 kHz audio. */
export async function recognised(samples: Int16Array, grammar: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-proof-'))
  const [wav, jsgf] = [path.join(folder, 'sound.wav'), path.join(folder, 'grammar.jsgf')]
  try {
    const format = { encoding: 'pcm16', rate: HEARD_RATE, channels: 1 } as const
    await writeFile(wav, wavFile(format, [samples]))
    await writeFile(jsgf, grammar)
    const { stdout } = await run('pocketsphinx_continuous', [
      ...['-hmm', path.join(MODEL, 'en-us')],
      ...['-dict', path.join(MODEL, 'cmudict-en-us.dict')],
      ...['-jsgf', jsgf],
      ...['-infile', wav],
      ...['-logfn', '/dev/null'],
    ])
    return stdout.trim().replaceAll(/\s+/g, ' ')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
