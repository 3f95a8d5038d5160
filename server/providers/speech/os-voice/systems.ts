import { espeakNg } from './espeak-ng.ts'
import { say } from './say.ts'
import type { System } from './system.ts'
import { systemSpeech } from './system-speech.ts'

/** Selects the speech programs of an operating system. */
export function systemOf(
  platform: NodeJS.Platform,
  environment: Readonly<NodeJS.ProcessEnv>,
): System {
  if (platform === 'darwin') return say
  return platform === 'win32' ? systemSpeech(environment['SystemRoot'] ?? 'C:\\Windows') : espeakNg
}
