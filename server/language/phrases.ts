import { isKnown, type KnownLanguage } from './stop-words.ts'

/** What the built-in model says by itself, in one language; `{name}` is the assistant's name. */
export interface Phrases {
  readonly greeting: string
  readonly howAreYou: string
  readonly whoAreYou: string
  readonly areYouABot: string
  readonly thanks: string
  readonly okay: string
  readonly bye: string
  /** A person was asked for. */
  readonly person: string
  /** Contact details were left. */
  readonly noted: string
  /** Nothing that is known answers the question. */
  readonly unknown: string
  /** Only a part of what was asked could be answered. */
  readonly partly: string
  /** No answer can be made at all just now. */
  readonly unavailable: string
  /** Answers cost money, and there is none left for now. */
  readonly overBudget: string
}

const PHRASES: Readonly<Record<KnownLanguage, Phrases>> = {
  en: {
    greeting: 'Hello! How can I help you?',
    howAreYou: 'I am doing well, thank you for asking. How can I help you?',
    whoAreYou:
      'I am {name}, the assistant here. Ask me a question and I answer what I know; for everything else a person will follow up.',
    areYouABot:
      'I am {name}, an automatic assistant, not a person. If you would rather talk to a person, just say so.',
    thanks: 'You are welcome! Is there anything else I can help you with?',
    okay: 'Good. Is there anything else I can help you with?',
    bye: 'Goodbye, and thank you for stopping by!',
    person: 'Of course. I am letting a person know; they will follow up with you here.',
    noted: 'Thank you, I have noted that for the team. A person will follow up with you.',
    unknown: "I'm sorry, I don't know that. A person will follow up with you here.",
    partly: "The rest I don't know; a person will follow up with you on that.",
    unavailable: "I'm sorry, I can't answer right now. A person will follow up with you here.",
    overBudget:
      "I'm sorry, I can't answer any more for now. A person will follow up with you here.",
  },
  de: {
    greeting: 'Hallo! Wie kann ich Ihnen helfen?',
    howAreYou: 'Danke der Nachfrage, mir geht es gut. Wie kann ich Ihnen helfen?',
    whoAreYou:
      'Ich bin {name}, der Assistent hier. Stellen Sie mir eine Frage: Was ich weiß, beantworte ich, um alles andere kümmert sich ein Mensch.',
    areYouABot:
      'Ich bin {name}, ein automatischer Assistent, kein Mensch. Wenn Sie lieber mit einem Menschen sprechen, sagen Sie es einfach.',
    thanks: 'Gern geschehen! Kann ich sonst noch etwas für Sie tun?',
    okay: 'Gut. Kann ich sonst noch etwas für Sie tun?',
    bye: 'Auf Wiedersehen und danke für Ihren Besuch!',
    person: 'Natürlich. Ich gebe einem Menschen Bescheid, der sich hier bei Ihnen meldet.',
    noted: 'Danke, das habe ich für das Team notiert. Ein Mensch meldet sich bei Ihnen.',
    unknown: 'Das weiß ich leider nicht. Ein Mensch wird sich hier bei Ihnen melden.',
    partly: 'Den Rest weiß ich leider nicht; dazu meldet sich ein Mensch bei Ihnen.',
    unavailable:
      'Ich kann gerade leider nicht antworten. Ein Mensch wird sich hier bei Ihnen melden.',
    overBudget:
      'Ich kann vorerst leider nicht mehr antworten. Ein Mensch wird sich hier bei Ihnen melden.',
  },
  fr: {
    greeting: 'Bonjour ! Comment puis-je vous aider ?',
    howAreYou: 'Je vais bien, merci de demander. Comment puis-je vous aider ?',
    whoAreYou:
      "Je suis {name}, l'assistant de ce site. Posez-moi une question : je réponds à ce que je sais, et une personne prend le relais pour le reste.",
    areYouABot:
      'Je suis {name}, un assistant automatique et non une personne. Si vous préférez parler à une personne, dites-le simplement.',
    thanks: 'Avec plaisir ! Puis-je vous aider pour autre chose ?',
    okay: 'Très bien. Puis-je vous aider pour autre chose ?',
    bye: 'Au revoir, et merci de votre visite !',
    person: 'Bien sûr. Je préviens une personne, qui vous répondra ici.',
    noted: "Merci, je l'ai noté pour l'équipe. Une personne vous recontactera.",
    unknown: 'Je suis désolé, je ne le sais pas. Une personne vous répondra ici.',
    partly: 'Pour le reste, je ne sais pas ; une personne vous répondra à ce sujet.',
    unavailable:
      'Je suis désolé, je ne peux pas répondre maintenant. Une personne vous répondra ici.',
    overBudget:
      'Je suis désolé, je ne peux plus répondre pour le moment. Une personne vous répondra ici.',
  },
  es: {
    greeting: '¡Hola! ¿En qué puedo ayudarle?',
    howAreYou: 'Muy bien, gracias por preguntar. ¿En qué puedo ayudarle?',
    whoAreYou:
      'Soy {name}, el asistente de este sitio. Hágame una pregunta: respondo lo que sé y, para lo demás, una persona se pondrá en contacto con usted.',
    areYouABot:
      'Soy {name}, un asistente automático, no una persona. Si prefiere hablar con una persona, dígamelo.',
    thanks: '¡De nada! ¿Puedo ayudarle en algo más?',
    okay: 'Muy bien. ¿Puedo ayudarle en algo más?',
    bye: '¡Hasta luego y gracias por su visita!',
    person: 'Por supuesto. Aviso a una persona, que le responderá aquí.',
    noted: 'Gracias, lo he anotado para el equipo. Una persona se pondrá en contacto con usted.',
    unknown: 'Lo siento, no lo sé. Una persona le responderá aquí.',
    partly: 'Lo demás no lo sé; una persona le responderá sobre eso.',
    unavailable: 'Lo siento, ahora mismo no puedo responder. Una persona le responderá aquí.',
    overBudget: 'Lo siento, por ahora no puedo responder más. Una persona le responderá aquí.',
  },
  it: {
    greeting: 'Buongiorno! Come posso aiutarla?',
    howAreYou: 'Sto bene, grazie. Come posso aiutarla?',
    whoAreYou:
      "Sono {name}, l'assistente di questo sito. Mi faccia una domanda: rispondo a quello che so, e per il resto la ricontatterà una persona.",
    areYouABot:
      'Sono {name}, un assistente automatico, non una persona. Se preferisce parlare con una persona, basta dirlo.',
    thanks: 'Prego! Posso aiutarla con altro?',
    okay: 'Bene. Posso aiutarla con altro?',
    bye: 'Arrivederci e grazie della visita!',
    person: 'Certo. Avviso una persona, che le risponderà qui.',
    noted: "Grazie, l'ho annotato per il team. Una persona la ricontatterà.",
    unknown: 'Mi dispiace, non lo so. Una persona le risponderà qui.',
    partly: 'Il resto non lo so; una persona le risponderà su questo.',
    unavailable: 'Mi dispiace, ora non posso rispondere. Una persona le risponderà qui.',
    overBudget: 'Mi dispiace, per ora non posso più rispondere. Una persona le risponderà qui.',
  },
  pt: {
    greeting: 'Olá! Como posso ajudar?',
    howAreYou: 'Estou bem, obrigado por perguntar. Como posso ajudar?',
    whoAreYou:
      'Sou {name}, o assistente deste site. Faça uma pergunta: respondo o que sei e, para o resto, uma pessoa entrará em contato.',
    areYouABot:
      'Sou {name}, um assistente automático, não uma pessoa. Se preferir falar com uma pessoa, é só dizer.',
    thanks: 'De nada! Posso ajudar em mais alguma coisa?',
    okay: 'Certo. Posso ajudar em mais alguma coisa?',
    bye: 'Até logo e obrigado pela visita!',
    person: 'Claro. Vou avisar uma pessoa, que responderá aqui.',
    noted: 'Obrigado, anotei isso para a equipe. Uma pessoa entrará em contato.',
    unknown: 'Desculpe, não sei responder a isso. Uma pessoa responderá aqui.',
    partly: 'O resto eu não sei; uma pessoa responderá sobre isso.',
    unavailable: 'Desculpe, não consigo responder agora. Uma pessoa responderá aqui.',
    overBudget: 'Desculpe, não posso responder mais por enquanto. Uma pessoa responderá aqui.',
  },
  nl: {
    greeting: 'Hallo! Waarmee kan ik u helpen?',
    howAreYou: 'Met mij gaat het goed, dank u. Waarmee kan ik u helpen?',
    whoAreYou:
      'Ik ben {name}, de assistent hier. Stel me een vraag: wat ik weet, beantwoord ik, en voor de rest neemt een medewerker contact met u op.',
    areYouABot:
      'Ik ben {name}, een automatische assistent, geen mens. Wilt u liever een mens spreken, zeg het dan gerust.',
    thanks: 'Graag gedaan! Kan ik u nog ergens mee helpen?',
    okay: 'Goed. Kan ik u nog ergens mee helpen?',
    bye: 'Tot ziens en bedankt voor uw bezoek!',
    person: 'Natuurlijk. Ik laat het een medewerker weten, die hier contact met u opneemt.',
    noted: 'Dank u, ik heb het voor het team genoteerd. Een medewerker neemt contact met u op.',
    unknown: 'Het spijt me, dat weet ik niet. Een medewerker neemt hier contact met u op.',
    partly: 'De rest weet ik niet; daarover neemt een medewerker contact met u op.',
    unavailable:
      'Het spijt me, ik kan nu niet antwoorden. Een medewerker neemt hier contact met u op.',
    overBudget:
      'Het spijt me, ik kan voorlopig niet meer antwoorden. Een medewerker neemt hier contact met u op.',
  },
}

/** The phrases of a language, `de` or `de-AT`; English when the language is not known. */
export function phrasesFor(language: string): Phrases {
  const [base = ''] = language.toLowerCase().split(/[-_]/)
  return PHRASES[isKnown(base) ? base : 'en']
}
