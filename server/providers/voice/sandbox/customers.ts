/** The Sandbox's customer: the same person in every call, in one language. */
export interface Customer {
  /** Spoken if the assistant waits for the customer to speak first. */
  readonly hello: string
  /** Questions and statements, spoken in order. */
  readonly lines: readonly string[]
  readonly goodbye: string
  /** Answering machine greeting, in place of the customer. */
  readonly voicemail: string
}

const ENGLISH: Customer = {
  hello: 'Hello?',
  lines: [
    'What can you do for me?',
    'How much does it cost?',
    'My name is Ada Miller and my email address is ada@example.com.',
    'Perfect.',
  ],
  goodbye: 'Thank you, goodbye!',
  voicemail:
    'You have reached the voicemail of this number. Please leave a message after the tone.',
}

const CUSTOMERS: Readonly<Record<string, Customer>> = {
  en: ENGLISH,
  de: {
    hello: 'Hallo?',
    lines: [
      'Was können Sie für mich tun?',
      'Was kostet das?',
      'Ich heiße Ada Miller, und meine E-Mail-Adresse ist ada@example.com.',
      'Super.',
    ],
    goodbye: 'Vielen Dank, auf Wiedersehen!',
    voicemail:
      'Sie haben die Mailbox dieser Nummer erreicht. Bitte hinterlassen Sie eine Nachricht nach dem Ton.',
  },
  fr: {
    hello: 'Allô ?',
    lines: [
      'Que pouvez-vous faire pour moi ?',
      'Combien ça coûte ?',
      'Je m’appelle Ada Miller et mon adresse e-mail est ada@example.com.',
      'Parfait.',
    ],
    goodbye: 'Merci, au revoir !',
    voicemail:
      'Vous êtes bien sur la messagerie de ce numéro. Laissez un message après le signal sonore.',
  },
  es: {
    hello: '¿Diga?',
    lines: [
      '¿Qué puede hacer por mí?',
      '¿Cuánto cuesta?',
      'Me llamo Ada Miller y mi correo electrónico es ada@example.com.',
      'Perfecto.',
    ],
    goodbye: '¡Gracias, adiós!',
    voicemail: 'Este es el buzón de voz de este número. Deje su mensaje después de la señal.',
  },
  it: {
    hello: 'Pronto?',
    lines: [
      'Che cosa potete fare per me?',
      'Quanto costa?',
      'Mi chiamo Ada Miller e il mio indirizzo e-mail è ada@example.com.',
      'Perfetto.',
    ],
    goodbye: 'Grazie, arrivederci!',
    voicemail:
      'Risponde la segreteria di questo numero. Lasciate un messaggio dopo il segnale acustico.',
  },
  pt: {
    hello: 'Alô?',
    lines: [
      'O que pode fazer por mim?',
      'Quanto custa?',
      'O meu nome é Ada Miller e o meu e-mail é ada@example.com.',
      'Perfeito.',
    ],
    goodbye: 'Obrigada, adeus!',
    voicemail: 'Esta é a caixa postal deste número. Deixe a sua mensagem após o sinal.',
  },
  nl: {
    hello: 'Hallo?',
    lines: [
      'Wat kunt u voor mij doen?',
      'Wat kost het?',
      'Ik heet Ada Miller en mijn e-mailadres is ada@example.com.',
      'Perfect.',
    ],
    goodbye: 'Bedankt, tot ziens!',
    voicemail: 'Dit is de voicemail van dit nummer. Spreek een bericht in na de toon.',
  },
}

/** The customer for a language; English if the Sandbox does not support it. */
export function customerOf(language: string): Customer {
  return CUSTOMERS[language] ?? ENGLISH
}
