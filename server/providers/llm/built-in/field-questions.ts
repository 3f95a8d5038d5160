import type { KnownLanguage } from '../../../language/stop-words.ts'

/** The built-in model's questions for the fields an assistant collects; `{what}` is the name of a field. */
export interface FieldQuestions {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly other: string
}

const FIELD_QUESTIONS: Readonly<Record<KnownLanguage, FieldQuestions>> = {
  en: {
    name: 'May I ask your name?',
    email: 'At which email address can we reach you?',
    phone: 'At which telephone number can we reach you?',
    other: 'May I also ask for this: {what}?',
  },
  de: {
    name: 'Darf ich nach Ihrem Namen fragen?',
    email: 'Unter welcher E-Mail-Adresse erreichen wir Sie?',
    phone: 'Unter welcher Telefonnummer erreichen wir Sie?',
    other: 'Darf ich auch danach fragen: {what}?',
  },
  fr: {
    name: 'Puis-je vous demander votre nom ?',
    email: 'À quelle adresse e-mail pouvons-nous vous joindre ?',
    phone: 'À quel numéro de téléphone pouvons-nous vous joindre ?',
    other: 'Puis-je aussi vous demander ceci : {what} ?',
  },
  es: {
    name: '¿Puede decirme su nombre?',
    email: '¿En qué dirección de correo podemos localizarle?',
    phone: '¿En qué número de teléfono podemos localizarle?',
    other: '¿Puede decirme también esto: {what}?',
  },
  it: {
    name: 'Posso chiederle il suo nome?',
    email: 'A quale indirizzo e-mail possiamo contattarla?',
    phone: 'A quale numero di telefono possiamo contattarla?',
    other: 'Posso chiederle anche questo: {what}?',
  },
  pt: {
    name: 'Posso perguntar o seu nome?',
    email: 'Em que endereço de e-mail podemos contactar?',
    phone: 'Em que número de telefone podemos contactar?',
    other: 'Posso perguntar também isto: {what}?',
  },
  nl: {
    name: 'Mag ik uw naam weten?',
    email: 'Op welk e-mailadres kunnen we u bereiken?',
    phone: 'Op welk telefoonnummer kunnen we u bereiken?',
    other: 'Mag ik ook dit vragen: {what}?',
  },
}

/** The questions of a language. */
export const fieldQuestionsFor = (language: KnownLanguage): FieldQuestions =>
  FIELD_QUESTIONS[language]
