import { emailIn, phoneIn } from './contact-details.ts'
import { fold } from './stem.ts'
import { isKnown, type KnownLanguage } from './stop-words.ts'
import { tokenise } from './tokens.ts'

/** Kinds of messages that ask for no information. */
export type SmallTalk =
  | 'greeting'
  | 'howAreYou'
  | 'whoAreYou'
  | 'areYouABot'
  | 'thanks'
  | 'okay'
  | 'bye'
  | 'person'
  | 'noted'

/** Patterns on a message as folded words with single spaces; `^` and `$` match the whole message. */
type Patterns = Readonly<Record<Exclude<SmallTalk, 'noted'>, RegExp>>

const PATTERNS: Readonly<Record<KnownLanguage, Patterns>> = {
  en: {
    greeting:
      /^(hi+|hello+|hey+|hiya|howdy|greetings|good (morning|afternoon|evening|day))( (there|all|everyone|team|again|parley))?/,
    howAreYou:
      /^(and )?how (are|r) (you|u)( doing| today)*$|^how is it going$|^how s it going$|^what s up$|^how do you do$/,
    whoAreYou:
      /^(who|what) are you$|^what (is|s) your name$|^(what|how) can you (do|help)( for me| me| me with)?$|^what do you (do|know)$|^(can you )?help( me)?$/,
    areYouABot:
      /^(are you|is this|am i (talking|speaking|chatting) (to|with)) (a |an )?(real |actual |live )?(chat ?bot|bot|robot|human|person|ai|machine|computer|someone real)( or .*)?$|^are you (real|human)$/,
    thanks:
      /^(many |ok |okay |great |perfect )?(thanks|thank you|thx|ty|cheers)( (so|very) much| a lot| a bunch| for( \w+){1,4})?/,
    okay: /^(ok|okay|great|perfect|cool|nice|good|fine|awesome|got it|i see|alright|all right|sure|yes|no|yep|nope|no thanks|that s all|nothing else)( then)?$/,
    bye: /^(ok |okay )?(good ?bye|bye( bye)?|see (you|ya)|cya|have a (nice|good|great) (day|evening|weekend|one)|good night)( later| soon)?/,
    person:
      /^(?!.*\b(visitor|visitors|customer|customers|assistant)\b).*\b(talk|speak|speaking|chat|connect|transfer|put|get|reach|contact|need|want|give|call)\b.*\b(human|humans|real person|live person|person|agent|someone|somebody|representative|operator|real people)\b|^(a )?(human|person|agent|operator|representative|real person|live agent|human agent)( please| now)?$/,
  },
  de: {
    greeting:
      /^(hallo|hi|hey|servus|moin( moin)?|grusse?|gruss gott|guten (morgen|tag|abend))( zusammen| miteinander| da)?/,
    howAreYou: /^(na )?wie geht('?s| es)( dir| ihnen)?( so| heute)?$/,
    whoAreYou:
      /^(wer|was) (bist du|sind sie)$|^wie (heisst du|heissen sie)$|^was (kannst du|konnen sie)( alles)?$|^(hilfe|help)$/,
    areYouABot:
      /^(bist du|sind sie|ist das|ist das hier|rede ich mit|spreche ich mit) (ein |eine |einem |einer )?(echter |echten |richtiger )?(mensch|menschen|bot|chatbot|roboter|maschine|ki|computer|person)( oder .*)?$/,
    thanks:
      /^(vielen |herzlichen |besten |schonen )?(dank|danke|merci)( schon| sehr| dir| ihnen| vielmals| fur( \w+){1,4})?/,
    okay: /^(ok|okay|gut|super|prima|perfekt|alles klar|verstanden|ja|nein|nein danke|das war alles|passt|in ordnung)$/,
    bye: /^(auf wiedersehen|tschuss|tschau|ciao|bis (bald|dann|spater)|schonen (tag|abend)( noch)?|gute nacht)/,
    person:
      /^(?!.*\b(besucher|kunden?|assistent)\b).*\b(sprechen|reden|verbinden|brauche|mochte|will|chatten|kontaktieren)\b.*\b(mensch|menschen|person|mitarbeiter|mitarbeiterin|jemandem|jemand|berater|kollegen)\b|\b(mensch|menschen|mitarbeiter|mitarbeiterin|jemandem|berater|person)\b.*\b(sprechen|reden|verbinden|chatten)\b|^(ein |einen )?(mensch|menschen|mitarbeiter)( bitte)?$/,
  },
  fr: {
    greeting: /^(bonjour|salut|bonsoir|coucou|hello)( a tous| madame| monsieur)?/,
    howAreYou: /^(comment )?(ca va|allez vous|vas tu|comment allez vous|comment vas tu)( bien)?$/,
    whoAreYou:
      /^qui (etes vous|es tu)$|^(que pouvez vous|que peux tu) faire$|^comment (vous appelez vous|tu t appelles)$|^(aide|a l aide)$/,
    areYouABot:
      /^(etes vous|es tu|est ce que vous etes|est ce que je parle a|je parle a) (un |une )?(vrai |vraie )?(robot|bot|chatbot|humain|personne|machine|ia|ordinateur)( ou .*)?$/,
    thanks: /^(un grand |mille )?merci( beaucoup| bien| a vous| pour( \w+){1,4})?/,
    okay: /^(ok|d accord|tres bien|parfait|super|entendu|oui|non|non merci|c est tout|ca marche)$/,
    bye: /^(au revoir|a bientot|bonne (journee|soiree|nuit)|a plus( tard)?)/,
    person:
      /^(?!.*\b(visiteurs?|clients?)\b).*\b(parler|discuter|joindre|contacter|voudrais|veux|besoin|passez)\b.*\b(humain|personne|conseiller|conseillere|agent|quelqu un|operateur)\b|^(un )?(humain|conseiller)( s il vous plait)?$/,
  },
  es: {
    greeting: /^(hola|buenos dias|buenas( tardes| noches)?|que tal|saludos)/,
    howAreYou: /^(hola )?(como (estas|esta|te va|le va)|que tal( estas)?)( hoy)?$/,
    whoAreYou:
      /^quien (eres|es usted)$|^como te llamas$|^que (puedes|puede|sabes) hacer$|^(ayuda|ayudame)$/,
    areYouABot:
      /^(eres|es usted|estoy hablando con|hablo con|esto es) (un |una )?(robot|bot|chatbot|humano|persona|maquina|ia|ordenador)( real)?( o .*)?$/,
    thanks: /^(muchas |mil )?gracias( por( \w+){1,4})?/,
    okay: /^(ok|vale|bien|perfecto|genial|de acuerdo|entendido|si|no|no gracias|eso es todo)$/,
    bye: /^(adios|hasta (luego|pronto|manana)|chao|que tenga(s)? (un )?buen dia|buenas noches)/,
    person:
      /^(?!.*\b(visitantes?|clientes?)\b).*\b(hablar|contactar|comunicarme|quiero|necesito|pasame|paseme)\b.*\b(humano|persona|agente|alguien|operador|asesor)\b|^(un |una )?(humano|persona|agente)( por favor)?$/,
  },
  it: {
    greeting:
      /^(ciao|salve|buongiorno|buon giorno|buonasera|buona sera|buon pomeriggio)( a tutti)?/,
    howAreYou: /^(ciao )?come (va|stai|sta)( oggi)?$/,
    whoAreYou: /^chi (sei|e lei)$|^come ti chiami$|^(cosa|che cosa) (puoi|sai) fare$|^aiuto$/,
    areYouABot:
      /^(sei|lei e|sto parlando con|parlo con) (un |una |uno )?(vero |vera )?(robot|bot|chatbot|umano|persona|macchina|ia|computer)( vera| reale)?( o .*)?$/,
    thanks: /^(molte |mille |tante )?grazie( mille| tante| per( \w+){1,4})?/,
    okay: /^(ok|va bene|bene|perfetto|ottimo|d accordo|capito|si|no|no grazie|e tutto)$/,
    bye: /^(arrivederci|a presto|addio|buona (giornata|serata|notte)|ci vediamo)/,
    person:
      /^(?!.*\b(visitatori|visitatore|clienti|cliente)\b).*\b(parlare|contattare|vorrei|voglio|serve|passami|mi passi)\b.*\b(umano|persona|operatore|qualcuno|agente|consulente)\b|^(un |una )?(umano|persona|operatore)( per favore)?$/,
  },
  pt: {
    greeting: /^(ola|oi|bom dia|boa tarde|boa noite|e ai)/,
    howAreYou: /^((ola|oi) )?(tudo bem|como (vai|voce esta|esta|estas))( hoje| voce)?$/,
    whoAreYou:
      /^quem (e voce|es tu)$|^(qual e o seu nome|como te chamas)$|^o que (voce )?(pode|sabe) fazer$|^(ajuda|me ajuda)$/,
    areYouABot:
      /^(voce e|es|estou falando com|falo com|isto e|isso e) (um |uma )?(robo|bot|chatbot|humano|pessoa|maquina|ia|computador)( real| de verdade)?( ou .*)?$/,
    thanks: /^(muito |muita )?(obrigad[oa]|valeu|agradeco)( (por|pela|pelo)( \w+){1,4})?/,
    okay: /^(ok|certo|perfeito|otimo|entendi|ta bom|esta bem|sim|nao|nao obrigad[oa]|e so isso)$/,
    bye: /^(tchau|adeus|ate (logo|mais|breve|amanha)|tenha um bom dia)/,
    person:
      /^(?!.*\b(visitantes?|clientes?)\b).*\b(falar|conversar|contatar|quero|preciso|gostaria|passar)\b.*\b(humano|pessoa|atendente|alguem|agente|operador)\b|^(um |uma )?(humano|pessoa|atendente)( por favor)?$/,
  },
  nl: {
    greeting:
      /^(hallo|hoi|hey|dag|goede(morgen|middag|avond|ndag)|goeie(morgen|middag|avond))( daar| allemaal)?/,
    howAreYou: /^(hallo |hoi )?hoe (gaat het|is het|gaat t)( met (je|jou|u))?$/,
    whoAreYou:
      /^(wie|wat) (ben je|ben jij|bent u)$|^hoe heet (je|jij|u)$|^wat kun je( doen)?$|^(help|hulp)$/,
    areYouABot:
      /^(ben je|ben jij|bent u|is dit|praat ik met|spreek ik met) (een )?(echt |echte )?(mens|robot|bot|chatbot|persoon|machine|ai|computer)( of .*)?$/,
    thanks:
      /^(heel erg |hartelijk )?(bedankt|dank (je|u)( wel)?|dankjewel|dankuwel|merci)( voor( \w+){1,4})?/,
    okay: /^(ok|oke|goed|prima|perfect|top|begrepen|ja|nee|nee bedankt|dat was alles)$/,
    bye: /^(tot ziens|doei|dag dag|tot (straks|later|morgen)|fijne (dag|avond)( nog)?|goedenacht)/,
    person:
      /^(?!.*\b(bezoekers?|klanten|klant)\b).*\b(spreken|praten|chatten|contact|wil|verbinden|nodig)\b.*\b(mens|persoon|medewerker|iemand|collega)\b|\b(mens|persoon|medewerker|iemand)\b.*\b(spreken|praten|chatten)\b|^(een )?(mens|medewerker)( alstublieft)?$/,
  },
}

/** Kinds that may come before or after a question without changing it. */
const AROUND = ['greeting', 'thanks', 'bye'] as const

const WHOLE = ['areYouABot', 'howAreYou', 'whoAreYou', 'okay', 'person'] as const

/** A longer message is never only small talk, words. */
const MAX_SMALL_TALK_WORDS = 30

/** Small talk found in a message, with its language. */
export interface SmallTalkFound {
  readonly kind: SmallTalk
  readonly language: KnownLanguage
}

/** Recognises small talk, in the conversation's language first; undefined if the message is a request. */
export function smallTalkIn(message: string, conversation: string): SmallTalkFound | undefined {
  const language = knownLanguageOf(conversation)
  if (!/[\p{L}\p{N}]/u.test(message)) {
    return { kind: message.includes('?') ? 'greeting' : 'okay', language }
  }
  const words = tokenise(message).map(fold).join(' ')
  const isDetails = () =>
    !message.includes('?') &&
    words.split(' ').length <= 16 &&
    (emailIn(message) ?? phoneIn(message)) !== undefined
  return phraseIn(words, language) ?? (isDetails() ? { kind: 'noted', language } : undefined)
}

/** Reports whether a message explicitly asks for a person. */
export function asksForPerson(message: string, conversation: string): boolean {
  const words = tokenise(message).map(fold).join(' ')
  return phraseIn(words, knownLanguageOf(conversation))?.kind === 'person'
}

function knownLanguageOf(conversation: string): KnownLanguage {
  const [base = 'en'] = conversation.toLowerCase().split(/[-_]/)
  return isKnown(base) ? base : 'en'
}

function phraseIn(words: string, expected: KnownLanguage): SmallTalkFound | undefined {
  const others = LANGUAGES.filter((other) => other !== expected)
  for (const language of [expected, ...others]) {
    const kind = kindOf(words, language)
    if (kind) return { kind, language }
  }
  return undefined
}

const LANGUAGES = Object.keys(PATTERNS) as KnownLanguage[]

/** Patterns of small talk around a question, ending at a word boundary. */
const beginnings = new Map(
  (Object.keys(PATTERNS) as KnownLanguage[]).map((language) => [
    language,
    AROUND.map((kind) => ({
      kind,
      pattern: new RegExp(`(?:${PATTERNS[language][kind].source})(?: |$)`),
    })),
  ]),
)

function kindOf(words: string, language: KnownLanguage): SmallTalk | undefined {
  let rest = words
  for (;;) {
    const isShort = rest.split(' ', MAX_SMALL_TALK_WORDS + 1).length <= MAX_SMALL_TALK_WORDS
    const whole = isShort && WHOLE.find((kind) => PATTERNS[language][kind].test(rest))
    if (whole) return whole
    const start = beginnings.get(language)?.find(({ pattern }) => pattern.test(rest))
    if (!start) return undefined
    rest = rest.replace(start.pattern, '')
    if (rest === '') return start.kind
  }
}
