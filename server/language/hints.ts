import type { KnownLanguage } from './stop-words.ts'

/** Kind of answer that a question word asks for. */
export type HintKind =
  | 'price'
  | 'time'
  | 'hours'
  | 'place'
  | 'duration'
  | 'amount'
  | 'contact'
  | 'age'

const ASKS: Readonly<Record<HintKind, RegExp>> = {
  price:
    /\b(prices?|costs?|charges?|fees?|expensive|preise?|kosten|kostet|teuer|tarifs?|coûtent|coûte|prix|cher|precios?|cuesta|cuestan|tarifas?|prezzo|preço|prijs)\b|\bhow much (is|are|does|do|for|would|will|it|this|that|to)\b|\bhow much\s*\??$|\bwie ?viel (kostet|kosten|ist|macht)\b|\bwas (kost|zahl)|\bwie ?viel ([a-zäöüß]+ ){0,3}(be)?zahl|\bumsonst\b|\bfor (free|nothing)\b|\bcombien (ca |ça |coute|coûte|est|vaut|pour|faut-il payer|je paie)|c'est combien|\bgratuite?\b|\bcu[aá]nto ([a-záéíóúñ]+ )?(cuesta|cuestan|vale|valen|es|son|sale|cobr[a-záéíóú]+|pag[a-záéíóú]+|ser[ií]a)\b|\bcobr[aá]is\b|\bgratis\b|\bquanto (costa|costano|viene|custa|custam|é|e|fica)\b|\b(wat kost|hoeveel kost)/,
  duration:
    /\bhow (long|fast|quickly|soon|much time)\b|\bwie (lange|schnell)\b|\bcombien de temps\b|\bcu[aá]nto (tiempo|tarda|dura)\b|\bquanto (tempo|demora|dura)\b|\bhoe (lang|snel)\b/,
  amount:
    /\bhow many\b|\bwie ?viele\b|\bcombien de (?!temps)|\bcu[aá]nt[oa]s\b|\bquant[ie]\b|\bquant[oa]s\b|\bhoeveel (?!kost)/,
  contact:
    /\b((tele)?phone number|by phone|ring you|call you|reach you|e-?mail address|contact|telefonnummer|telefonisch|anrufen|erreich\w*|kontakt\w*|numéro de téléphone|téléphoner|appeler|joindre|contacter|teléfono|llamar(les)?|correo|contactar|numero di telefono|telefonare|telefone|telefoonnummer|bellen)\b/,
  age: /\bhow old\b|\bwhat age\b|\bage limit\b|\bwie alt\b|\bwelchem alter\b|\bab wie ?viel(en)? jahren\b|quel âge|\bqué edad\b|\bcuántos años\b|\b(?:age|aged|mit|de|con)?\s?\d{1,2}[- ](year|jahre|ans\b|años)|\b\d{1,2}-?jährig|\b(my|our|meine?n?|unsere?n?|mon|ma|mi) \d{1,2}\b/,
  hours:
    /\b(open|opening|closed?|closing|close|hours)\b|\b(offen|geöffnet|öffnet|öffnungszeiten|schließt|geschlossen)\b|\b(?:macht|habt|haben) (?:ihr|sie)\b.*\b(zu|auf)\s*\??$|\bseid ihr (da|besetzt)|\bbesetzt\b|\b(ouverts?|r?ouvre|r?ouvrez|fermez?|horaires)\b|\b(abiert[oa]s?|abren|abre|cierran?|horarios?|atienden|atendiendo|trabajan|est[aá]is)\b|\b(jusqu'à quelle heure|hasta qué hora|until what time|bis wann|a che ora|até que horas|tot hoe laat)\b/,
  time: /\bwhen\b|\bwhat (time|days?|hours)\b|\bhow (late|early)\b|\bwann\b|\bquand\b|[àa] quelle heure|\bcu[aá]ndo\b|a qu[eé] horas?|\bquando\b|a che ora|\bwanneer\b|\bhoe laat\b/,
  place: /\bwhere\b|\bwo\b|(^|[\s¿])où\s|\bd[oó]nde\b|\bdov(e|'è)|\bonde\b|\bwaar\b(?!om)/,
}

const WEEKDAY =
  'mon|tue|wed|thu|fri|sat|sun|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|luned|marted|mercoled|gioved|venerd|sabato|segunda|terça|quarta|quinta|sexta|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag'

const HOLDS: Readonly<Record<HintKind, RegExp>> = {
  price:
    /[€$£¥₹]|\b\d[\d.,]*\s?(eur|euros?|usd|dollars?|gbp|chf|reais)\b|\b(free|gratis|kostenlos|gratuite?|gr[aá]tis|gratuito)\b/i,
  duration:
    /(\d+|\b(?:an?|one|two|three|four|five|six|few|several|ein(?:e|en|em)?|zwei|drei|une?|deux|trois|una?|uno|dos|tres|due|tre|um|uma|dois|een|twee|drie))\s(?:\p{L}+\s)?(?:seconds?|minutes?|min|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|werktagen?|tag(?:e|en)?|wochen?|monat(?:e|en)?|jahr(?:e|en)?|secondes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|minuti|giorni|ore|ora|settiman[ae]|mesi|uur|uren|dag(?:en)?|weken|maand(?:en)?)\b/iu,
  amount:
    /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|several|all|any|no limit|unlimited)\b/i,
  time: new RegExp(
    `\\b\\d{1,2}[:.h]\\d{2}|\\b\\d{1,2}\\s?(am|pm|a\\.m|p\\.m|uhr|h)\\b|o'clock|\\b(${WEEKDAY})|\\b\\d{1,2}\\s?(–|-|to|bis|à|a|alle|às|tot)\\s?\\d{1,2}\\b`,
    'i',
  ),
  hours:
    /\d{1,2}\s?([:.h]\s?\d{2}|h|uhr|am|pm)?\s?(–|—|-|to|till|until|bis|à|a|y|and|alle|às|tot)\s?(las )?\d{1,2}|\b(closed|shut|geschlossen|bleibt zu|fermée?s?|cerrad[oa]s?|chiuso|fechado|gesloten|round the clock|at any (hour|time)|24\/7|rund um die uhr|jederzeit|à toute heure|a cualquier hora)\b|\b(until|till|from|bis|ab|jusqu'à|dès|hasta|desde)\s(las |le )?\d{1,2}/i,
  contact: /\+?\d[\d\s/().-]{5,}\d|\S+@\S+/,
  age: /\b(under|over|from|below|up to|aged?|unter|über|ab|bis|moins de|plus de|dès|à partir de|jusqu'à|menores? de|mayores? de|hasta|desde)\s\d{1,2}\b|\b\d{1,2}\s?(–|-|to|bis|à|a)?\s?\d{0,2}\s?(years|jahren?|ans|años)\b|lebensjahr/i,
  place:
    /\d+\s+(\p{Lu}\p{L}+\s)+(street|st|road|rd|avenue|ave|lane|square)\b|(straße|strasse|str\.|platz|weg|straat|plein|laan)\s?\d+|\b(rue|calle|via|rua|avenida|piazza|plaza)\s+\p{L}+|\b\d{4,5}\s+\p{Lu}/iu,
}

/** The synonym that represents a kind of question. */
const TOPIC: Readonly<Record<KnownLanguage, Readonly<Partial<Record<HintKind, string>>>>> = {
  en: { price: 'price', hours: 'hours', place: 'address' },
  de: { price: 'preis', hours: 'offnungszeiten', place: 'adresse' },
  fr: { price: 'prix', hours: 'horaires', place: 'adresse' },
  es: { price: 'precio', hours: 'horario', place: 'direccion' },
  it: { price: 'prezzo', hours: 'orari', place: 'indirizzo' },
  pt: { price: 'preco', hours: 'horario', place: 'endereco' },
  nl: { price: 'prijs', hours: 'openingstijden', place: 'adres' },
}

/** The kinds of answer that a question asks for. */
export function hintsOf(question: string): HintKind[] {
  const text = question.toLowerCase()
  return (Object.keys(ASKS) as HintKind[]).filter((kind) => ASKS[kind].test(text))
}

/** Reports whether a text seems to contain this kind of answer. */
export function looksLike(kind: HintKind, text: string): boolean {
  return HOLDS[kind].test(text)
}

/** The word that represents a kind of question in a language, if there is one. */
export function topicOf(kind: HintKind, language: KnownLanguage): string | undefined {
  return TOPIC[language][kind]
}

/** For each kind, the regular expressions of questions for it and of its form. */
export const hintPatterns = (): [asks: string, holds: string][] =>
  (Object.keys(ASKS) as HintKind[]).map((kind) => [ASKS[kind].source, HOLDS[kind].source])
