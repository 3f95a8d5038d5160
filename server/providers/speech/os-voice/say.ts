import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withoutCommands } from './espeak-ng.ts'
import type { OsVoiceEntry, System } from './system.ts'

const COMMAND = 'say'

/** Default speed of most voices, words per minute. */
const PACE = 175

/** `say` on macOS. */
export const say: System = {
  async list(run, signal) {
    const list = await run({ command: COMMAND, args: ['-v', '?'] }, '', signal)
    return list.toString('utf8').split('\n').flatMap(voiceIn)
  },
  async speak(run, { text, voice, speed }, signal) {
    // It seeks back to write the header, which a pipe does not allow.
    const folder = await mkdtemp(path.join(tmpdir(), 'parley-voice-'))
    const file = path.join(folder, 'speech.wav')
    const format = ['--file-format=WAVE', '--data-format=LEI16@22050']
    const pace = speed === 1 ? [] : ['-r', String(Math.round(PACE * speed))]
    const args = ['-v', voice.id, ...pace, '-o', file, ...format, '-f', '-']
    try {
      await run({ command: COMMAND, args }, withoutCommands(text), signal)
      return await readFile(file)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Parses a line of the list: a name that may contain spaces, a locale, an example after `#`. */
function voiceIn(line: string): OsVoiceEntry[] {
  const [, name, locale] = /^(\S.*?)\s+([a-z]{2,3}[_-]\w+)\s+#/.exec(line) ?? []
  return name && locale ? [{ id: name, name, language: locale.replaceAll('_', '-') }] : []
}
