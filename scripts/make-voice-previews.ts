import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  VOICES,
  type VoiceReference,
} from '../server/features/platform/lookups/reference/voices.ts'

const FOLDER = path.resolve(import.meta.dirname, '../server/assets/voices')

/** Maximum size of a preview, bytes. */
const MAX_PREVIEW_BYTES = 12_000

/** Text of a voice preview: its name and an offer to help. */
const SENTENCES: Readonly<Record<string, (name: string) => string>> = {
  en: (name) => `Hello, I am ${name}. How can I help you?`,
  de: (name) => `Hallo, ich bin ${name}. Wie kann ich Ihnen helfen?`,
  fr: (name) => `Bonjour, je suis ${name}. Comment puis-je vous aider ?`,
  es: (name) => `Hola, soy ${name}. ¿En qué puedo ayudarle?`,
  it: (name) => `Buongiorno, sono ${name}. Come posso aiutarla?`,
  pt: (name) => `Olá, eu sou ${name}. Como posso ajudar?`,
  nl: (name) => `Hallo, ik ben ${name}. Waarmee kan ik u helpen?`,
  pl: (name) => `Dzień dobry, tu ${name}. W czym mogę pomóc?`,
  sv: (name) => `Hej, jag heter ${name}. Hur kan jag hjälpa dig?`,
  tr: (name) => `Merhaba, ben ${name}. Size nasıl yardımcı olabilirim?`,
  uk: (name) => `Вітаю, я ${name === 'Bohdan' ? 'Богдан' : 'Катерина'}. Чим можу допомогти?`,
  hi: (name) => `नमस्ते, मैं ${name === 'Priya' ? 'प्रिया' : 'अर्जुन'} हूँ। मैं आपकी क्या मदद करूँ?`,
  zh: (name) => `您好，我是${name === 'Mei' ? '小梅' : '小伟'}。需要帮忙吗？`,
}

/** Voice names of espeak-ng for accents, and for languages that it names differently. */
const SPEAKERS: Readonly<Record<string, string>> = {
  'en American': 'en-us',
  'en British': 'en-gb',
  'en Scottish': 'en-gb-scotland',
  'fr Belgian': 'fr-be',
  'es Latin American': 'es-419',
  'pt Brazilian': 'pt-br',
  zh: 'cmn',
}

const VARIANTS = {
  female: ['f2', 'f3', 'f4', 'Annie', 'steph', 'anika', 'Alicia', 'belinda'],
  male: ['m3', 'm1', 'm7', 'Andy', 'max', 'Michael', 'ed', 'Gene'],
} as const

/** Pitch (0 to 99) and words per minute by age: a young voice is higher and faster. */
const PROSODY = {
  young: { pitch: 58, speed: 168 },
  'middle aged': { pitch: 46, speed: 158 },
  old: { pitch: 34, speed: 142 },
} as const

function speakerOf({ language, accent, gender }: VoiceReference, index: number): string {
  const name = SPEAKERS[`${language} ${accent}`] ?? SPEAKERS[language] ?? language
  return `${name}+${VARIANTS[gender][index % VARIANTS[gender].length]}`
}

function makePreview(voice: VoiceReference, index: number): number {
  const wav = path.join(tmpdir(), `${voice.code}.wav`)
  const mp3 = path.join(FOLDER, `${voice.code}.mp3`)
  const { pitch, speed } = PROSODY[voice.age ?? 'middle aged']
  const higher = voice.gender === 'female' ? 12 : 0
  const sentence = SENTENCES[voice.language]!(voice.name)
  const manner = ['-p', `${pitch + higher + (index % 5)}`, '-s', `${speed + (index % 3) * 4}`]
  execFileSync('espeak-ng', ['-v', speakerOf(voice, index), ...manner, '-w', wav, sentence])
  const loudness = ['--norm=-3', wav, '-r', '16000', '-c', '1', `${wav}.16k.wav`]
  execFileSync('sox', loudness.concat(['silence', '1', '0.05', '0.5%', 'pad', '0.05', '0.2']))
  execFileSync('lame', ['--quiet', '-m', 'm', '-b', '16', '--cbr', `${wav}.16k.wav`, mp3])
  return statSync(mp3).size
}

const sizes = VOICES.map(makePreview)
const tooLarge = VOICES.filter((_, index) => sizes[index]! > MAX_PREVIEW_BYTES).map(
  ({ code }) => code,
)
if (tooLarge.length > 0)
  throw new Error(`Larger than ${MAX_PREVIEW_BYTES} bytes: ${tooLarge.join(', ')}`)
console.log(`${VOICES.length} previews, the largest of ${Math.max(...sizes)} bytes`)
