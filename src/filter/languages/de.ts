import nouns from '../../../locales/de/nouns.json'
import type { SentenceLanguage } from './sentence-language.ts'

export const german: SentenceLanguage = {
  numbers: [
    'ein(e|er|en|em|es)?|eins',
    'zwei|zweier',
    'drei',
    'vier',
    'funf',
    'sechs',
    'sieben',
    'acht',
    'neun',
    'zehn',
    'elf',
    'zwolf',
  ],
  units: { h: 'h|std|stunden?', d: 't|tag|tagen?|tage', w: 'wo|wochen?', m: 'monat|monaten?|monate' },
  more: 'mehr als, mehr wie, uber, uber den, langer als, hoher als, grosser als, teurer als, grosser als, mehr wert als, hoher als',
  less: 'weniger als, unter, kurzer als, niedriger als, kleiner als, billiger als, gunstiger als',
  atLeast: 'mindestens, ab, wenigstens, minimal, nicht weniger als, nicht unter',
  atMost: 'hochstens, maximal, bis zu, bis, nicht mehr als, nicht uber, nicht teurer als, nicht hoher als',
  older: 'alter als',
  newer: 'junger als, neuer als, innerhalb von, binnen',
  since: 'seit, seit dem, seit der, ab, ab dem',
  lasting: 'schon, bereits, schon seit, bereits seit, langer als',
  before: 'vor dem, vor',
  after: 'nach dem, nach',
  until: 'bis, bis zum',
  on: 'am, vom, von',
  ago: 'vor, her',
  coming:
    'nachste[nrsm]?|kommende[nrsm]?, den nachsten, am nachsten, am kommenden, den kommenden, auf nachsten',
  orMore: 'oder mehr, und mehr, oder alter, alt, aufwarts, und aufwarts, und daruber',
  orLess: 'oder weniger, oder junger',
  last: 'letzten?|letzte|vergangenen?, der letzten, die letzten, den letzten, in den letzten, der vergangenen, in den vergangenen',
  between: 'zwischen, zwischen dem, von, vom, zw',
  and: 'und, und dem, bis, bis zum, u',
  clocks: {
    out: 'erstmals (unterwegs|abgefahren), zum ersten mal (unterwegs|abgefahren), erste fahrt',
    settled: 'abgeschlossen(e|en|er)?',
    postponed: 'verschoben(e|en|er)? auf, verschoben(e|en|er)? auf den',
    callback: 'versprochene (ruckrufe?|anrufe?), zuruckzurufen(d|de|den)?, ruckrufe? fur',
  },
  departed:
    '(abgefahren|losgefahren|versandt|verschickt|rausgegangen)(e|en|er)?, unterwegs gegangen(e|en|er)?',
  creation: 'angelegt(e|en)?|erstellt(e|en)?',
  spans: {
    today: 'heute, von heute, heutige[nr]?, heute abend, heute nachmittag, heute morgen',
    yesterday: 'gestern, von gestern, gestrige[nr]?',
    'this-week': 'diese woche, dieser woche, in dieser woche, aktuelle woche',
    'last-week':
      'letzte woche, letzter woche, der letzten woche, vorige woche, vergangene woche, in der letzten woche',
    'this-month': 'diesen monat, dieser monat, dieses monats, in diesem monat, diesem monat',
    'last-month':
      'letzten monat, letzter monat, letztes monats, letzten monats, des letzten monats, im letzten monat, vorigen monat, vergangenen monat',
    tomorrow: 'morgen, von morgen, fur morgen',
    'next-week':
      'nachste woche, nachster woche, der nachsten woche, in der nachsten woche, kommende woche, die nachste woche',
  },
  beforeYesterday: 'vorgestern, von vorgestern',
  weekdays: ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag|sonnabend', 'sonntag'],
  months: [
    'januar|jan',
    'februar|feb',
    'marz',
    'april|apr',
    'mai',
    'juni',
    'juli',
    'august|aug',
    'september|sept',
    'oktober|okt',
    'november|nov',
    'dezember|dez',
  ],
  inMonth: 'im, vom, im monat, des monats, vom monat, monat, aus dem, aus',
  not: 'nicht, ausser, ohne die, keine, noch nicht, immer noch nicht, nie, niemand, keiner, noch keiner, noch niemand, noch kein, nicht mehr',
  except: 'ausser, ausgenommen, bis auf, abgesehen von',
  without: 'ohne, ohne einen, kein|keine|keinen',
  neverTried:
    'nie (angerufene?|versuchte?), nie angerufenen, noch nie (angerufene?|versuchte?), noch nicht (angerufene?|versuchte?)',
  soldOut:
    'ausverkauft(e|en)?, nicht vorratig, nicht auf lager, lager leer, leeres lager, kein bestand, ohne bestand',
  missedCall:
    '(versaumte|verpasste|vergessene) (ruckrufe?|anrufe?), versprochene (ruckrufe?|anrufe?) (versaumt|verpasst), (uberfallige|verspatete)[rn]? (ruckrufe?n?|anrufe?n?), (ruckrufe?|anrufe?) (uberfallig|verspatet), (ruckrufe?|anrufe?) im verzug',
  late: 'verspatet(e|en|er)?, uberfallig(e|en|er)?, zu spat, im verzug',
  at: 'in, nach, aus, bei, mit dem wort',
  noise:
    'der|die|das|den|dem|des|alle|aller|allen|sind|ist|wurden?|haben|mit|und|oder|von|vom|noch|im|status|mein(e|en|er|em|es)?|angelegt(e|en)?|erstellt(e|en)?|welche, die noch, gibt es',
  request: {
    polite:
      'bitte, kannst du, konnen sie, ich mochte, ich will, ich brauche, wer, wen, ich wurde gern, konntest du, kannste, ich hatte gern, darf ich, ich will sehen',
    as: 'als|auf|an|zu|mir',
    customer: 'kunden?|kundin|kundinnen|kaufer(in)?',
    isVerbLast: true,
    verbs: {
      show: 'liste|auflistung|welche|wieviele, wie viele, zeige?, zeige? mir, zeigen, anzeigen, auflisten, gib mir, zeigt|zeig mal, zeig mal, lass sehen, ich will sehen, wieviel|wieviele, hol mir, gibt es',
      find: 'nummer|suche|suchen|such|finde|finden|offne|offnen, wo ist, wo sind, wo bleibt, gehe? zu, such mir|findet, wo steckt, mach auf',
      call: 'anrufen|kontaktieren|rufe?|tel, ruf an|telefoniere|kontaktiere|kontaktieren, ruf mal, telefonieren mit, anruf bei, rufe an, zuruckrufen|ruckruf',
      switch:
        'wechs(el|le|eln) (zu|zum|nach|auf), umschalten|umstellen|wechseln, schalte? auf, gehe? nach, arbeite in, arbeiten in, jetzt in, geh nach, wechsle (in|auf), wechseln in, stell um auf, stelle auf',
      measure:
        'umsatz|umsatze|zahlen|kennzahlen|einnahmen|statistik(en)?|verkaufe|bestatigungsquote|zustellquote|retourenquote|dashboard, verkauft|verdient|gewinne?|marge, was haben wir verdient, wie viel verkauft, wie viel (eingenommen|verdient), wie lief es, wie lief, wie laufen die geschafte, wie viel haben wir (eingenommen|verdient|verkauft), wie stehen wir da',
      mark: 'markieren?|setzen?|melden?|andern',
      confirm: 'bestatigen?|annehmen|freigeben, bestatigt? mir|bestatigung|annehmen|freigeben|bestatigen',
      cancel: 'stornieren?|absagen|annullieren, storno|stornierung|canceln|abbestellen|stornier',
      reopen:
        'wiedereroffnen, wieder offnen, wieder aufmachen, reaktivieren, zuruck auf offen, wieder auf offen',
      assign: 'zuweisen|zuteilen|ubergeben, zuordnen|gib|geben, teil zu, weis zu, weise zu',
      dispatch:
        'losschicken|verschicken?|versenden?, rausschicken|abschicken|schick|schicke, schick los, schicke los, auf tour schicken',
      deliver: 'zustellen|ausliefern|liefern?, abliefern',
      postpone: 'verschieben?|verlegen?, umplanen|vertagen|verschieb|verschiebung',
      refuse: 'verweigern|ablehnen, ablehnung',
      return: 'zuruckschicken|zurucksenden|retournieren?, zuruckbringen|retoure',
      replay:
        'erneut verarbeiten, neu verarbeiten, nochmal verarbeiten, wiederhole|wiederholen, erneut senden, nochmal senden, erneut versuchen',
      pay: 'bezahlen?|begleichen?, zahlen|uberweisen',
      activate: 'aktivieren?|freischalten|entsperren?, freigeben|entsperre',
      deactivate: 'deaktivieren?|sperren?|ausschalten?|abschalten?',
      revoke: 'widerrufen?',
      delete: 'loschen?|entfernen?',
      export: 'exportieren?|herunterladen, ausgeben|exportiere',
      select: 'auswahlen',
    },
  },
  concepts: {
    carrier: 'zusteller(in)?|fahrer(in)?|kurier, des zustellers, vom zusteller, von zusteller',
    seller:
      'verkaufer(in)?|verkaufers|handlers?|handlerin, des verkaufers, von verkaufer, vom verkaufer, der verkauferin',
    product: 'produkts?|artikels?|produkt, des produkts, vom produkt',
    offer: 'angebots?, des angebots',
    plan: 'tarifs?, des tarifs',
    price: 'preis|gesamt|summe|betrag|gesamtbetrag|wert|netto',
    attempts: 'anrufen?|anrufe|anruf|versuchen?|versuche|versuch|fahrten|fahrt',
    quantity: 'menge|stuck|stucke',
    stock: 'bestand|verfugbar|lager, auf lager',
  },
  flags: {
    duplicate: {
      yes: 'doppelt(e|en|er)?|dubletten?, doppelt bestellt, zweimal bestellt',
      no: 'nicht doppelt(e|en)?, ohne dubletten, keine dubletten',
    },
    paidOut: { yes: 'ausgezahlt(e|en|er)?', no: 'nicht ausgezahlt(e|en)?, noch nicht ausgezahlt(e|en)?' },
    billed: {
      yes: 'berechnet(e|en)?|abgerechnet(e|en)?',
      no: 'nicht berechnet(e|en)?, nicht abgerechnet(e|en)?, noch nicht berechnet(e|en)?, unberechnet(e|en)?',
    },
    difference: {
      yes: 'mit differenz(en)?, mit einer differenz, anderer betrag kassiert',
      no: 'ohne differenz(en)?',
    },
    isEmailVerified: {
      yes: 'bestatigter mail, verifiziert(e|en)?',
      no: 'nicht verifiziert(e|en)?, unverifiziert(e|en)?',
    },
    isActivated: {
      yes: 'aktiviert(e|en)?|aktiv(e|en)?, freigeschaltet(e|en|er)?',
      no: 'nicht aktiviert(e|en)?, inaktiv(e|en)?, nicht aktiv(e|en)?, deaktiviert(e|en)?, noch nicht aktiviert(e|en)?, gesperrt(e|en|er)?, widerrufen(e|en|er)?, ausgeschaltet(e|en|er)?, auf (aktivierung|freischaltung) warten(d|de|den)?, warten(d|de|den)? auf (aktivierung|freischaltung), zu aktivieren(d|de|den)?, freizuschalten(d|de|den)?, anmeldungen freizugeben',
    },
    spent: { yes: 'anrufe aufgebraucht, ohne weitere anrufe', no: 'anrufe ubrig' },
    calls: { yes: 'anrufer(n|innen)?, die anrufen, anrufend(e|en)', no: 'die nicht anrufen' },
    isWaiting: { yes: 'nie aktiviert(e|en)?', no: 'schon einmal aktiviert(e|en)?' },
  },
  values: {
    PENDING:
      'offen(e|en|er)?, ausstehend(e|en|er)?, wartend(e|en)?, warten, unbearbeitet(e|en)?, unerledigt(e|en|er)?, nicht bearbeitet(e|en|er)?, zu bestatigen(d|de|den)?, noch zu bestatigen(d|de|den)?, (muss|mussen) bestatigt werden, (muss|mussen) noch bestatigt werden',
    CONFIRMED: 'bestatigt(e|en|er)?, freigegeben(e|en|er)?, angenommen(e|en|er)?',
    CANCELLED:
      'storniert(e|en|er)?, abgesagt(e|en)?, annulliert(e|en)?, abbestellt(e|en|er)?, gecancelt(e|en|er)?',
    NOT_REACHABLE:
      'nicht erreichbar(e|en|er)?, unerreichbar(e|en|er)?, nicht erreicht(e|en)?, niemand erreicht, keine antwort, ruckrufe?, fallige ruckrufe, zuruckzurufen(d|de|den)?, (muss|soll) ich (zuruckrufen|anrufen), nicht rangegangen, geht nicht ran, gehen nicht ran, nimmt nicht ab, nehmen nicht ab',
    ASSIGNED: 'zugewiesen(e|en|er)?, zugeteilt(e|en)?',
    OUT_FOR_DELIVERY:
      'auf tour, unterwegs, in zustellung, in auslieferung, auf dem weg, auf tour, in lieferung, draussen, im auto, im wagen, laufend(e|en|er)?, grad im auto, bei sich, dabei',
    DELIVERED:
      'zugestellt(e|en|er)?, geliefert(e|en|er)?, ausgeliefert(e|en|er)?, angekommen(e|en|er)?, abgeliefert(e|en|er)?',
    POSTPONED: 'verschoben(e|en|er)?, verlegt(e|en|er)?, vertagt(e|en|er)?',
    REFUSED:
      'verweigert(e|en|er)?, abgelehnt(e|en|er)?, zuruckgewiesen(e|en|er)?, nicht angenommen(e|en|er)?',
    RETURNED:
      'retouren, rucksendungen, retourniert(e|en|er)?, zuruckgeschickt(e|en)?, zuruckgekommen(e|en)?, zuruckgegeben(e|en|er)?, zuruckgesendet(e|en|er)?, zuruckgebracht(e|en|er)?',
    LOST: 'verloren(e|en|er)?, verloren gegangen(e|en)?, verschwunden(e|en|er)?, gestohlen(e|en|er)?, vermisst(e|en|er)?',
    NOT_YET: 'noch nicht',
    NO_COMMENT: 'ohne kommentar, ohne kommentare',
    UN_PAID:
      'unbezahlt(e|en|er)?, nicht bezahlt(e|en)?, noch nicht bezahlt(e|en)?, offen(e|en|er)?, fallig(e|en|er)?, unbeglichen(e|en|er)?, zu zahlen(d|de|den)?, ausstehend(e|en|er)?',
    PAID: 'bezahlt(e|en|er)?, beglichen(e|en)?',
    OPEN: 'offene?n?',
    CLOSED: 'abgeschlossene?n?, geschlossene?n?',
    admin: 'administrator(en|in|innen)?|admins?',
    seller: 'verkaufer(in|innen|n)?|handler(in|innen|n)?',
    agent: 'agent(en|in|innen)?',
    moderator: 'moderator(en|in|innen)?',
    delivery: 'zusteller(in|innen|n)?, fahrer(in|innen|n)?, kuriere?',
    own: 'eigene[nrs]?',
    affiliate: 'affiliate',
    DUR: 'feste[nrs]?|fest',
    LIQUID: 'flussige?[nrs]?',
    FRAGILE: 'zerbrechliche?[nrs]?',
    GROUND: 'auf der strasse, per lkw, strasse',
    AIR: 'per flugzeug, per luftfracht, luftfracht',
    sound: 'unversehrt(e|en|er)?, unbeschadigt(e|en|er)?',
    damaged: 'beschadigt(e|en|er)?, kaputt(e|en|er)?, defekt(e|en|er)?',
    'with-driver':
      'geld bei zustellern?, geld beim zusteller, geld bei den zustellern, nicht abgegeben, noch nicht abgegeben, geld bei den fahrern, bargeld bei fahrern, offenes bargeld, geld das noch nicht abgegeben, geld noch nicht abgegeben, geld noch bei den fahrern, nicht abgegebenes geld, bargeld noch unterwegs, wer hat (bargeld|geld), wer hat das (bargeld|geld), hat in der hand, hat noch (geld|bargeld)',
    'handed-over': 'geld abgegeben, abgegeben',
    'wrong-number': 'mit falsche[rn] nummern?',
    'out-of-stock': 'nicht genug bestand, bestand reicht nicht',
    'no-goods': 'ohne ware',
    'needs-product': 'mit unbekannte[mn]? produkt(en)?, unbekannte[smn]? produkte?, produkte? zu wahlen',
    refused: 'fehlgeschlagen(e|en|er)?, gescheitert(e|en|er)?',
  },
  denied: { CONFIRMED: 'unbestatigt(e|en|er)?' },
  resources: nouns,
}
