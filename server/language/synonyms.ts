import type { KnownLanguage } from './stop-words.ts'

/*
 * Words that visitors and texts use for the same thing, folded, one group a line. Only what a desk is asked about:
 * a group that is too wide makes the model answer what was not asked.
 */

const groups = (text: string): readonly string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))

const ENGLISH = groups(`
  price prices pricing cost costs fee fees charge expensive cheap money pay paid free rate rates
  pay payment payments card visa mastercard paypal cash invoice
  ship shipping shipment delivery deliver delivered postage dispatch
  open opening hours closed close closing
  return returns refund refunds exchange reimburse
  cancel cancellation terminate unsubscribe
  phone telephone mobile
  call calls calling telephone phone
  email mail
  contact reach
  address location located place directions
  book booking reserve reservation appointment
  install installation setup download
  start run launch begin starting running
  buy purchase order
  guarantee warranty
  private privacy gdpr personal
  safe secure security encrypted
  delete remove erase uninstall
  job jobs career careers vacancy hiring
  person human people agent operator staff colleague teammate somebody
  website site webpage homepage
  embed add put insert paste place install
  widget bubble
  computer machine laptop pc
  backup backups copy copies restore
  stored store storage saved save kept keep
  licence license licensed licensing
  connect integrate integration plug link hook
  language languages translate multilingual speak speaks speaking
  key keys token tokens credential credentials
  sms text texts
  api rest endpoint endpoints
  curl script scripts scripting program programmatically automation automate
  model models llm ai
  limit limits limitation limitations cannot drawbacks
  discount coupon voucher promo sale
  offline internet online
  folder directory file files path
  pet pets dog dogs cat cats animal animals
  child children kids kid
  trial test demo try
  update upgrade version
  requirements require required requires
  voice voices spoken
  account register signup login
  know knows answer answers
  team colleagues employees
  document documents file files pdf
  chat chats conversation conversations
  assistant assistants bot bots chatbot
  color colour colors colours design theme appearance
  change changes modify edit switch
  webhook webhooks notify notification notifications
`)

const GERMAN = groups(`
  preis preise kosten kostet gebuhr gebuhren teuer gunstig geld bezahlen zahlen kostenlos gratis kostenfrei
  bezahlen zahlen zahlung karte kreditkarte paypal bar rechnung uberweisung
  versand lieferung liefern liefert liefert geliefert versenden verschicken versandkosten zustellung
  geoffnet offnungszeiten offen offnet offnen auf zu geschlossen schliesst schliessen sprechzeiten
  ruckgabe zuruckgeben zurucksenden umtausch umtauschen retoure widerruf erstattung ruckerstattung
  kundigen kundigung stornieren stornierung abbestellen
  telefon telefonnummer anrufen handy nummer telefonisch
  email mail e-mail
  kontakt kontaktieren erreichen erreichbar
  adresse standort anschrift wo befindet
  buchen buchung reservieren reservierung termin
  kaufen bestellen bestellung kauf
  garantie gewahrleistung
  datenschutz dsgvo daten privat
  loschen entfernen
  mensch person mitarbeiter kollege berater
  rabatt gutschein aktion
  parken parkplatz parkplatze
  hund hunde haustier haustiere tiere
`)

const FRENCH = groups(`
  prix cout coute coutent tarif tarifs cher gratuit gratuite payer frais
  payer paiement carte virement especes facture
  livraison livrer livrez livre expedition expedier envoi envoyer
  ouvert ouverte ouverture ouvrez horaires heures ferme fermeture fermez
  retour retours rembourser remboursement echange echanger renvoyer
  annuler annulation resilier resiliation
  telephone appeler numero
  email mail courriel
  contact contacter joindre
  adresse situe trouvez lieu magasin
  reserver reservation rendez
  acheter commander commande achat
  garantie garanties
  supprimer effacer
  humain personne conseiller agent
  reduction remise promotion
`)

const SPANISH = groups(`
  precio precios costo coste cuesta cuestan tarifa caro gratis gratuito vale
  pagar pago pagos tarjeta transferencia efectivo factura
  envio enviar envian entrega entregan entregar
  abierto abren abre abrir horario horarios cierra cierran cerrado apertura
  devolucion devolver devoluciones reembolso cambio cambiar
  cancelar cancelacion anular baja
  telefono llamar numero
  email correo
  contacto contactar
  direccion ubicacion ubicados encuentra
  reservar reserva cita
  comprar pedir pedido compra
  garantia garantias
  borrar eliminar
  persona humano agente
  descuento oferta cupon
`)

const ITALIAN = groups(`
  prezzo prezzi costo costa costano tariffa caro gratis gratuito gratuita
  pagare pagamento pagamenti carta bonifico contanti fattura
  spedizione spedire spedite consegna consegnare consegnate invio
  aperto aperti apertura aprite apre orari orario chiuso chiudete chiude chiusura
  reso resi restituire restituzione rimborso cambio
  annullare annullamento disdire disdetta
  telefono chiamare numero
  email mail posta
  contatto contattare
  indirizzo posizione trovate trova
  prenotare prenotazione appuntamento
  comprare acquistare ordinare ordine acquisto
  garanzia garanzie
  cancellare eliminare
  persona umano operatore
  sconto offerta buono
`)

const PORTUGUESE = groups(`
  preco precos custo custa custam valor tarifa caro gratis gratuito
  pagar pagamento pagamentos cartao transferencia dinheiro fatura pix
  envio enviar enviam entrega entregam entregar frete
  aberto abre abrem abertura horario horarios fecha fecham fechado
  devolucao devolver devolucoes reembolso troca trocar
  cancelar cancelamento anular
  telefone ligar numero
  email correio
  contato contacto contatar
  endereco morada localizacao fica ficam
  reservar reserva marcacao consulta
  comprar encomendar pedido compra encomenda
  garantia garantias
  apagar excluir eliminar
  pessoa humano atendente
  desconto oferta cupom
`)

const DUTCH = groups(`
  prijs prijzen kosten kost tarief duur gratis betalen geld
  betalen betaling kaart pinnen contant factuur ideal
  verzending verzenden bezorging bezorgen levering leveren verzendkosten
  open openingstijden geopend gesloten sluit sluiten dicht
  retour retourneren terugsturen terugbetaling ruilen
  annuleren annulering opzeggen
  telefoon telefoonnummer bellen nummer
  email mail
  contact bereiken bereikbaar
  adres locatie gevestigd vinden
  reserveren reservering afspraak boeken
  kopen bestellen bestelling aankoop
  garantie garanties
  verwijderen wissen
  mens persoon medewerker
  korting aanbieding
`)

/** Groups of words with one meaning, by language. */
export const SYNONYMS: Readonly<Record<KnownLanguage, readonly string[][]>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  nl: DUTCH,
}

/** Content words that say little by themselves, folded; a match on them alone answers nothing. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(
  `able accept allow available best better big business company compliance compliant different easy exist fast find
  first good great handle happen help information info kind like list long look lot made main make makes many month new
  nice number offer option part people problem provide right run see service set show simple small special stuff support
  take takes time today type use used user using way week work works working year
  art arten beispiel finden firma frage fragen gross hilfe information informationen lange machen mal neu nutzen problem
  tag tage thema verwenden zeit
  aide besoin chose faire heure information jour nouveau savoir service temps trouver utiliser
  ayuda cosa hora informacion nuevo servicio tiempo tipo usar
  aiuto cosa informazioni nuovo ora servizio tempo tipo usare
  ajuda coisa hora informacao novo servico tempo tipo usar
  hulp informatie nieuw tijd vraag gebruiken dienst`
    .trim()
    .split(/\s+/),
)
