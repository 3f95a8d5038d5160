import { z } from 'zod'
import { jsonIn } from '../service.ts'
import type { Program } from './run.ts'
import { BARE_RATE, type System } from './system.ts'

const Voices = z.array(
  z.object({ id: z.string(), language: z.string(), gender: z.string().optional() }),
)

const GENDERS: Readonly<Record<string, 'male' | 'female'>> = { male: 'male', female: 'female' }

/** Lists names, cultures and genders of the enabled voices as JSON. */
const LIST = `
Add-Type -AssemblyName System.Speech
$speaker = New-Object System.Speech.Synthesis.SpeechSynthesizer
$voices = @($speaker.GetInstalledVoices() | Where-Object { $_.Enabled } | ForEach-Object {
  @{ id = $_.VoiceInfo.Name; language = $_.VoiceInfo.Culture.Name; gender = "$($_.VoiceInfo.Gender)" } })
[Console]::OutputEncoding = [Text.Encoding]::UTF8
ConvertTo-Json -Compress -InputObject $voices
`

/** Voice, rate and text are passed as JSON on standard input: no user data becomes part of a script. */
const SPEAK = `
Add-Type -AssemblyName System.Speech
$reader = New-Object IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8)
$asked = ConvertFrom-Json -InputObject $reader.ReadToEnd()
$format = New-Object System.Speech.AudioFormat.SpeechAudioFormatInfo(${BARE_RATE}, 'Sixteen', 'Mono')
$sound = New-Object IO.MemoryStream
$speaker = New-Object System.Speech.Synthesis.SpeechSynthesizer
$speaker.SelectVoice($asked.voice)
$speaker.Rate = $asked.rate
$speaker.SetOutputToAudioStream($sound, $format)
$speaker.Speak([string] $asked.text)
$speaker.SetOutputToNull()
$out = [Console]::OpenStandardOutput()
$sound.WriteTo($out)
$out.Flush()
`

/** Range of the rate, which corresponds to a third to three times the normal speed. */
const STEPS = 10

/** `System.Speech` on Windows, through its bundled PowerShell. */
export function systemSpeech(systemRoot: string): System {
  // Absolute path: Windows would search the current folder first.
  const command = `${systemRoot}/System32/WindowsPowerShell/v1.0/powershell.exe`
  const program = (script: string): Program => ({
    command,
    args: ['-NoProfile', '-NonInteractive', '-Command', script],
  })
  return {
    async list(run, signal) {
      const answer = await run(program(LIST), '', signal)
      const voices = Voices.catch([]).parse(jsonIn(answer.toString('utf8')))
      return voices.map(({ id, language, gender }) => ({
        id,
        name: id,
        language,
        gender: GENDERS[gender?.toLowerCase() ?? ''],
      }))
    },
    speak(run, { text, voice, speed }, signal) {
      const steps = (STEPS * Math.log(speed)) / Math.log(3)
      const rate = Math.round(Math.min(STEPS, Math.max(-STEPS, steps)))
      return run(program(SPEAK), JSON.stringify({ voice: voice.id, rate, text }), signal)
    },
  }
}
