import type { KnownLanguage } from '../../../language/stop-words.ts'

/*
 * Patterns of instructions to the assistant in a prompt, by language, on folded text. In doubt a sentence counts as an
 * instruction: omitting a fact does less harm than revealing an instruction.
 */

const any = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'))

const ENGLISH = any(
  /\b(you|your|yours|yourself|assistant|chatbot|persona|tone|system (prompt|message)|the (user|visitor|caller)s?|emojis?|markdown|jargon|politely|polite|concise|helpful)\b/,
  /\b(always|never|do not|don't|must not|make sure|ensure|remember|avoid|under no circumstances|instructions?|guidelines?)\b/,
  /\b(if|when|whenever|once) ((the|a|an) )?(customer|client|user|visitor|caller|person|someone|somebody|people|they|he|she|asked|unsure|in doubt)\b/,
  /\b(ask|tell|inform|help|assist|direct|refer|thank|greet|remind|encourage) (the|them|him|her|customers?|clients?|users?|visitors?|callers?|people)\b/,
  /\b(responses?|answers?|replies|sentences)\b.*\b(should|must|may|need|are|is|short|only)\b/,
  /^(please )?(act|add|address(?! *:)|answer|apologi[sz]e|ask|be|begin|behave|collect|confirm|decline|escalate|explain|focus|follow|forward|gather|give|greet|guide|help|hand|handle|ignore|include|inform|introduce|keep|limit|listen|mention|obey|offer|only|output|play|pretend|promote|provide|recommend|refer|refuse|rely|repeat|reply|respond|say|set|show|sound|speak|start|stay|stick|suggest|summari[sz]e|talk|tell|thank|transfer|treat|try|use|wait|write)\b/,
  /^(goal|task|job|objective|rule|guideline|style|language|role|format)s? *:/,
)

const GERMAN = any(
  /\b(du|dich|dir|dein\w*|der (nutzer|besucher|anrufer)|assistent\w*|chatbot|tonfall)\b/,
  /^sie (sind|sollen|mussen|durfen|beantworten|antworten|helfen|geben|sprechen)\b/,
  /\b(immer|niemals|nie|auf keinen fall|stets|vermeide\w*|achte\w*|wenn (der|ein|jemand)|anweisung\w*)\b/,
  /^(bitte )?(antworte|beantworte|sei|seien|hilf|helfen|sprich|sprechen|frag|frage|fragen|nutze|verwende|verwenden|gib|geben|halte|halten|bleib|bleiben|begrusse|begrussen|erklare|erklaren|nenne|verweise|verweisen|schreibe|schreib|ziel|aufgabe|regel|regeln|stil)\b/,
)

const FRENCH = any(
  /\b(tu|toi|te|l'utilisateur|le visiteur|assistante?|chatbot)\b|^vous (etes|devez|repondez|aidez|parlez)\b/,
  /\b(toujours|jamais|evite[rz]?|si (le|un|l')|instructions?)\b/,
  /^(reponds|repondez|sois|soyez|aide|aidez|parle|parlez|utilise|utilisez|demande|demandez|donne|donnez|dis|dites|garde|gardez|ne|n')\b/,
)

const SPANISH = any(
  /\b(eres|debes|el (usuario|visitante)|asistente|tus?|ti)\b|^(usted|no) /,
  /\b(siempre|nunca|jamas|evita|si el|instrucciones)\b/,
  /^(responde|contesta|se|ayuda|habla|usa|utiliza|pregunta|da|di|manten|saluda)\b/,
)

const ITALIAN = any(
  /\b(devi|tuo|tua|tuoi|l'utente|il visitatore|assistente)\b|^(tu )?sei\b/,
  /\b(sempre|mai|evita|se (il|un|l')|istruzioni)\b/,
  /^(rispondi|sii|aiuta|parla|usa|utilizza|chiedi|dai|di'|mantieni|saluta|non)\b/,
)

const PORTUGUESE = any(
  /\b(voce|es um|deve|teu|tua|o (usuario|utilizador|visitante)|assistente)\b/,
  /\b(sempre|nunca|jamais|evite|se o|instrucoes)\b/,
  /^(responda|responde|seja|ajude|fale|use|utilize|pergunte|de|diga|mantenha|cumprimente|nao)\b/,
)

const DUTCH = any(
  /\b(je|jij|jou|jouw|de (gebruiker|bezoeker)|assistent|chatbot)\b/,
  /\b(altijd|nooit|vermijd|als de|instructies?)\b/,
  /^(antwoord|beantwoord|wees|help|spreek|gebruik|vraag|geef|blijf|houd|begroet|zeg)\b/,
)

/** Patterns of instructions to the assistant. */
export const ORDERS: Readonly<Record<KnownLanguage, RegExp>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  nl: DUTCH,
}

/** Patterns of messages that want the assistant's instructions rather than an answer. */
export const PROBE =
  /\b(ignor\w*|disregard|forget|print|reveal|repeat|show|output|vergiss|zeige?|wiederhole?|oublie\w*|montre\w*|repete\w*|olvida|muestra|repite)\b.*\b((your|previous|deine\w*|ihre|tes|vos|tus|sus) (instructions|anweisungen|instrucciones)|system ?prompt)\b|\brepeat\b.*\babove\b/

/** Patterns of statements that something is not for visitors. */
export const SECRET =
  /\b(secrets?|confidential|internal(ly)?|passwords?|passcodes?|api keys?|private|geheim\w*|vertraulich\w*|intern(e|en|er|es)?|passwor\w+|confidentiel\w*|interne|mot de passe|secret[oa]s?|confidencial\w*|contrasena|segret\w*|riservat\w*|segredos?|senha|vertrouwelijk|wachtwoord\w*)\b/

/** Patterns of prohibitions to tell something. */
export const PROHIBITION =
  /\b(never|not|don't|nobody|no one|nicht|niemals|nie|jamais|ne|no|nunca|non|mai|nao|niet|nooit)\b.*\b(tell|reveal|share|disclose|mention|leak|say|discuss|talk|give (away|out)|verrat\w*|erwahn\w*|nenn\w*|sag\w*|weitergeb\w*|preisgeb\w*|weitersag\w*|revel\w*|mention\w*|divulgu\w*|partag\w*|dis|dites|menci\w*|dig\w*|compart\w*|rivel\w*|dire|condivid\w*|mencion\w*|noem\w*|deel\w*|vertel\w*|onthul\w*)\b/

/** Patterns of references to the preceding sentence. */
export const BACK_REFERENCE =
  /\b(this|that|these|those|it|them|above|das|dies\w*|sie|ihn|es|cela|ca|ceci|le|la|les|esto|eso|lo|los|questo|quello|isto|isso|dit|dat|deze)\b/
