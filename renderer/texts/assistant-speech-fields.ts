import { texts } from './language.ts'

/** How a setting is called, and what it does. */
type Words = readonly [label: string, hint: string]

const en = {
  voice_id: ['Voice', 'Spoken in calls. In the chat it is silent.'],
  synthesizer_provider_id: ['Speech service', 'Turns text into the voice.'],
  transcriber_provider_id: ['Transcription service', 'Turns what the caller says into text.'],
  voice_stability: ['Stability', 'High stays even, low is livelier.'],
  voice_similarity: ['Similarity', 'How closely it keeps to the original of the voice.'],
  speech_speed: ['Speed', 'How fast it speaks.'],
  tts_emotion_enabled: ['Emotion', 'Lets the voice follow the mood of what it says.'],
  ambient_sound: ['Background sound', 'What is heard behind it.'],
  ambient_sound_volume: ['Background volume', 'How loud that is.'],
  fillers: ['Filler phrases', 'Says something short while it thinks, so that nobody wonders.'],
  filler_config: [
    'Phrases',
    'By the mood of what it heard, one on a line. Those of the language unless you write your own.',
  ],
  allow_interruptions: ['Can be interrupted', 'Stops speaking when the caller begins to.'],
  endpoint_type: [
    'End of a turn',
    'How it notices that the caller has finished: by silence, or by what was said.',
  ],
  endpoint_sensitivity: ['Patience', 'How long it waits after the caller’s last word.'],
  interrupt_sensitivity: [
    'Hesitation when interrupted',
    'How long the caller must speak before it stops.',
  ],
  min_interrupt_words: [
    'Words that interrupt',
    'Fewer words do not stop it; 0 means any sound does.',
  ],
  enable_noise_cancellation: ['Noise cancellation', 'Removes noise around the caller.'],
  wait_for_customer: ['Caller speaks first', 'Waits before it says its first message.'],
  reengagement_interval: [
    'Speaks up after',
    'Silence after which it asks whether the caller is there.',
  ],
  reengagement_prompt: ['How it speaks up', 'What it is to say then, in your words.'],
  phone_number_id: ['Phone number', 'The number it answers, or calls from.'],
  record: ['Record calls', 'Keeps the sound of each call. Callers may have to be told so.'],
  ringing_time: ['Rings for', 'Gives up when nobody answers in that time.'],
  max_duration: ['Longest call', 'Ends the call after this.'],
  max_silence_duration: ['Hangs up after silence', 'When nobody has said anything for this long.'],
  max_initial_silence_duration: [
    'Hangs up without a first word',
    'When the caller says nothing at all; empty means as above.',
  ],
  end_call_on_voicemail: ['Hang up on voicemail', 'Ends the call when a machine answers.'],
  voice_mail_message: ['Message for voicemail', 'What it says to the machine before it hangs up.'],
} as const satisfies Record<string, Words>

const de: { readonly [name in keyof typeof en]: Words } = {
  voice_id: ['Stimme', 'In Anrufen zu hören. Im Chat schweigt sie.'],
  synthesizer_provider_id: ['Sprachausgabe', 'Macht aus Text die Stimme.'],
  transcriber_provider_id: ['Spracherkennung', 'Macht aus dem Gesagten Text.'],
  voice_stability: ['Gleichmäßigkeit', 'Hoch bleibt ruhig, niedrig klingt lebhafter.'],
  voice_similarity: ['Ähnlichkeit', 'Wie eng sie sich an das Original der Stimme hält.'],
  speech_speed: ['Tempo', 'Wie schnell er spricht.'],
  tts_emotion_enabled: ['Gefühl', 'Lässt die Stimme der Stimmung des Gesagten folgen.'],
  ambient_sound: ['Hintergrundgeräusch', 'Was hinter ihm zu hören ist.'],
  ambient_sound_volume: ['Lautstärke des Hintergrunds', 'Wie laut das ist.'],
  fillers: ['Füllwörter', 'Sagt etwas Kurzes, während er denkt, damit sich niemand wundert.'],
  filler_config: [
    'Wendungen',
    'Nach der Stimmung des Gehörten, eine je Zeile. Die der Sprache, solange Sie keine eigenen schreiben.',
  ],
  allow_interruptions: [
    'Lässt sich unterbrechen',
    'Hört auf zu sprechen, wenn der Anrufer beginnt.',
  ],
  endpoint_type: [
    'Ende eines Beitrags',
    'Woran er merkt, dass der Anrufer fertig ist: an der Stille oder am Gesagten.',
  ],
  endpoint_sensitivity: ['Geduld', 'Wie lange er nach dem letzten Wort des Anrufers wartet.'],
  interrupt_sensitivity: [
    'Zögern bei Unterbrechung',
    'Wie lange der Anrufer sprechen muss, bis er innehält.',
  ],
  min_interrupt_words: [
    'Wörter, die unterbrechen',
    'Weniger Wörter halten ihn nicht auf; bei 0 genügt jeder Laut.',
  ],
  enable_noise_cancellation: ['Geräuschunterdrückung', 'Entfernt Lärm um den Anrufer.'],
  wait_for_customer: ['Anrufer spricht zuerst', 'Wartet, bevor er seine erste Nachricht sagt.'],
  reengagement_interval: [
    'Meldet sich nach',
    'Stille, nach der er fragt, ob der Anrufer noch da ist.',
  ],
  reengagement_prompt: ['Wie er sich meldet', 'Was er dann sagen soll, in Ihren Worten.'],
  phone_number_id: ['Telefonnummer', 'Die Nummer, die er annimmt oder von der er anruft.'],
  record: [
    'Anrufe aufnehmen',
    'Behält den Ton jedes Anrufs. Darauf müssen Anrufer oft hingewiesen werden.',
  ],
  ringing_time: ['Klingelt', 'Gibt auf, wenn in dieser Zeit niemand abnimmt.'],
  max_duration: ['Längster Anruf', 'Beendet den Anruf danach.'],
  max_silence_duration: ['Legt auf nach Stille', 'Wenn so lange niemand etwas gesagt hat.'],
  max_initial_silence_duration: [
    'Legt auf ohne erstes Wort',
    'Wenn der Anrufer gar nichts sagt; leer heißt wie oben.',
  ],
  end_call_on_voicemail: [
    'Bei Anrufbeantworter auflegen',
    'Beendet den Anruf, wenn eine Maschine abnimmt.',
  ],
  voice_mail_message: [
    'Nachricht für den Anrufbeantworter',
    'Was er der Maschine sagt, bevor er auflegt.',
  ],
}

/** Labels and hints of the settings of speech and calls. */
export const assistantSpeechFieldTexts = texts<{ readonly [name in keyof typeof en]: Words }>({
  en,
  de,
})
