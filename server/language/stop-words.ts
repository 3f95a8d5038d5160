/*
 * Words that carry no topic, folded (lower case, no accents), by language. They decide which language a message is
 * written in, too.
 */

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

const ENGLISH = list(`
  a about actually after again all also am an and any anyone anything are aren as at back be because been before being
  but by can could couldn d did didn do does doesn doing don down each else ever every everything exactly for from
  further get gets getting give go goes going got had has hasn have haven having he hello her here hey hi him his how i
  if im in into is isn it its itself just know let ll m ma maybe me mean might more most much must my myself need no nor
  not now of off oh ok okay on once one only or other our out over own perhaps please possible quick quickly re really
  s say see shall she should so some somehow someone something sorry still such sure t tell than thank thanks that the
  their them then there these they thing things think this those through to too u under until up us ve very want wants
  was wasn we well were what whats when where which while who whom whose why will with won wonder wondering would
  wouldn yes yet you your yours question ask asking explain please
`)

const GERMAN = list(`
  ab aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist bitte da
  damit danke dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort
  du durch ein eine einem einen einer eines einfach er es etwas euch euer eure euren eurer fur ganz geben geht gerade
  gerne gern gibt gut guten habe haben habt hallo hat hatte hatten hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer
  im in ins irgendwie ist ja jede jeden jeder jedes jetzt kann kannst konnen konnte konnten kein keine keinen machen
  man mal mehr mein meine meinem meinen mich mir mit mochte mochten muss mussen nach nicht nichts noch nun nur ob oder
  ohne sagen schon sehr sei sein seine sich sie sind so soll sollen sollte uber um und uns unser unsere unseren unter
  viel vom von vor wann war waren warum was weil welche welchem welchen welcher welches wenn wer werde werden weshalb
  wie wieder wieso will wir wird wo woher wohin wollen wurde wurden zu zum zur
`)

const FRENCH = list(`
  ai aie alors apres as au aucun aussi autre aux avant avec avez avoir avons bien bonjour c ca car ce cela ces cet
  cette ceux chez ci comme comment d dans de depuis des dire dit dois doit donc dont du elle elles en encore entre est
  et etait etes etre eu fait faire faut il ils j je jusqu l la le les leur leurs lui m ma mais me meme merci mes moi mon
  n ne ni nos notre nous on ont ou oui par parce pas peu peut peux plait plus pour pourquoi pouvez pouvoir puis puisje
  qu quand que quel quelle quelles quels qui quoi s sa sans savoir se serait ses si son sont sous suis sur svp t ta te
  tes toi ton tous tout toute toutes tres tu un une vers veux voici voila vos votre voudrais vous y
`)

const SPANISH = list(`
  a ademas al algo alguien algun alguna algunas alguno algunos ante antes aqui asi aun aunque bien buenas buenos cada
  como con cual cuales cuando cuanta cuantas cuanto cuantos de decir del desde donde dos e el ella ellas ellos en entre
  era eres es esa esas ese eso esos esta estan estar estas este esto estos estoy favor fue gracias ha hace hacer hacia
  han has hasta hay he hola la las le les lo los mas me mi mis mucho muy nada ni no nos nosotros nuestra nuestro o os
  otra otras otro otros para pero poco podria podrian por porque pueda puede pueden puedo pues que quien quienes quiero
  quisiera saber se sea ser si sin sobre solo son soy su sus tal tambien tan te tener tengo ti tiene tienen todo todos
  tu tus u un una unas uno unos usted ustedes va vosotros y ya yo
`)

const ITALIAN = list(`
  a abbiamo ad agli ai al alla alle allo anche ancora avere avete bene buongiorno c che chi ci ciao cio coi col come con
  cosa cui d da dagli dai dal dalla dalle dei del della delle dello deve devo di dove due e ed egli era essere fa faccio
  fare fate favore fra gia gli grazie ha hai hanno ho i il in io l la le lei li lo loro lui ma me mi mia mie miei mio
  molto ne negli nei nel nella nelle noi non nostra nostro o ogni oppure per perche piu po poi posso possiamo potete
  potrei prego puo qual quale quali quando quanta quanti quanto quella quelle quelli quello questa queste questi questo
  qui sapere se sei senza si sia siamo siete solo sono sta stato su sua sue sugli sui sul sulla suo suoi te ti tra tu
  tua tuo tutti tutto un una uno vi voglio voi vorrei vostra vostri vostro
`)

const PORTUGUESE = list(`
  a ainda algum alguma algo ao aos apenas aqui as ate bem boa bom com como da dar das de dela dele depois desde dizer do
  dos e ela elas ele eles em entao entre era essa essas esse esses esta estao estar estas este estes estou eu favor faz
  fazer foi ha isso isto ja la lhe mais mas me mesmo meu meus minha minhas muito muita na nada nao nas nem no nos nossa
  nossas nosso nossos num numa o obrigada obrigado oi ola onde os ou para pela pelas pelo pelos pode podem poderia
  podemos por porque posso pra qual quais quando quanta quantas quanto quantos que quem quero queria saber se seja sem
  ser seu seus sim so sobre sou sua suas tambem tao te tem temos tenho ter toda todas todo todos tu tua tudo um uma umas
  uns vai voce voces
`)

const DUTCH = list(`
  aan af al alle alles als alstublieft altijd andere ben bent bij daar dan dank dat de deze die dit doe doen doet door
  dus een eens en er ergens even gaan gaat geen goed goede graag haar had hallo heb hebben hebt heeft heel hem hen het
  hier hij hoe hun iemand iets ik in is ja je jij jou jouw jullie kan kon kun kunnen kunt laat maar me mee meer men met
  mij mijn moet moeten mogen mag na naar nee niet niets nog nou nu of om omdat onder ons onze ook op over per te tegen
  toch toe tot u uit uw van veel via voor waar waarom wanneer want waren was wat we weer wel welk welke werd wie wij wil
  willen worden wordt zal ze zeer zich zij zijn zo zonder zou zouden
`)

/** Stop words of each language that the built-in model knows. */
export const STOP_WORDS = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  nl: DUTCH,
} as const satisfies Record<string, ReadonlySet<string>>

/** A language that the built-in model has phrases, stop words and stems for. */
export type KnownLanguage = keyof typeof STOP_WORDS

/** Whether the built-in model knows a language. */
export function isKnown(language: string): language is KnownLanguage {
  return Object.hasOwn(STOP_WORDS, language)
}
