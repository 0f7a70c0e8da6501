import nouns from '../../../locales/fr/nouns.json'
import type { SentenceLanguage } from './sentence-language.ts'

export const french: SentenceLanguage = {
  numbers: [
    'un|une',
    'deux',
    'trois',
    'quatre',
    'cinq',
    'six',
    'sept',
    'huit',
    'neuf',
    'dix',
    'onze',
    'douze',
  ],
  units: { h: 'h|heures?', d: 'j|jours?|jrs?', w: 'sem|semaines?', m: 'mois' },
  more: 'plus de, plus que, sup a, sup, sup au, qui depasse(nt)?, plus grande?s? que, plus d, superieure?s? a, au dessus de, au dela de, depasse(nt)?, plus cher(e|es|s)? que, depassant',
  less: 'moins de, moins que, inf a, inf, inf au, moins d, inferieure?s? a, au dessous de, en dessous de, moins cher(e|es|s)? que',
  atLeast: 'au moins, minimum, a partir de, des, pas moins de, pas moins que',
  atMost:
    'au plus, maximum, jusqu a, maxi, max, pas plus de, pas plus que, pas plus cher(e|es|s)? que, pas au dessus de',
  older:
    'plus (vieux|vieilles?|anciens?|anciennes?|ages?|agees?) (que|de), vieux de, vieilles? de, agees? de, ages? de',
  newer: 'plus (recente?s?|jeunes?) que, plus (recente?s?|jeunes?) de, datant de moins de',
  since: 'depuis, depuis le, depuis la, depuis les, a compter du, a partir du, des le',
  lasting: 'ca fait, cela fait, voila, pendant',
  before: 'avant, avant le, anterieure?s? au',
  after: 'apres, apres le',
  until: 'jusqu au, jusqu a',
  on: 'le, du, au',
  ago: 'il y a, y a',
  coming: 'prochaine?|suivante?, qui vient, a venir',
  orMore: 'ou plus, et plus, et au dela, et au dessus, ou au dessus',
  orLess: 'ou moins, et moins, au plus',
  last: 'dernier, derniers, derniere, dernieres, les derniers, les dernieres, ces derniers, ces dernieres, des derniers, des dernieres',
  between: 'entre, entre le, de, du',
  and: 'et, a, au, et le',
  clocks: {
    out: '(sorties?|parties?) pour la premiere fois, premiere sortie, premieres sorties',
    settled: 'closes?, cloturee?s?',
    postponed: 'reportee?s? (a|au|pour), reportee?s? pour le',
    callback:
      'rappels? promis, rappels? prevus?, rappels? promis pour, rappels? prevus? pour, a rappeler le, a rappeler',
  },
  departed: '(sorti|parti)(e|s|es)?, expediee?s?, (sorti|parti)(e|s|es)? en (tournee|livraison)',
  creation: 'cree?e?s?, cree?e?s? le',
  spans: {
    today:
      'aujourd hui, aujourdhui, du jour, de ce jour, ce jour, d aujourd hui, ce matin, ce soir, de la journee, aujourd, tout a l heure',
    yesterday: 'hier, d hier',
    'this-week': 'cette semaine, de la semaine, de cette semaine, semaine en cours',
    'last-week':
      'la semaine derniere, semaine derniere, de la semaine derniere, la semaine passee, semaine passee, semaine precedente',
    'this-month': 'ce mois, ce mois ci, du mois, de ce mois, mois en cours',
    'last-month': 'le mois dernier, mois dernier, du mois dernier, le mois passe, mois passe, mois precedent',
    tomorrow: 'demain, de demain, pour demain',
    'next-week':
      'la semaine prochaine, semaine prochaine, de la semaine prochaine, pour la semaine prochaine',
  },
  beforeYesterday: 'avant hier, d avant hier',
  weekdays: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  months: [
    'janvier|janv',
    'fevrier|fevr',
    'mars',
    'avril|avr',
    'mai',
    'juin',
    'juillet|juil',
    'aout',
    'septembre|sept',
    'octobre|oct',
    'novembre|nov',
    'decembre|dec',
  ],
  inMonth:
    'de, d, en, du mois de, du mois d, au mois de, au mois d, mois de, mois d, le mois de, le mois d, pour le mois de, pour le mois d',
  not: 'pas, non, sauf, hors, excepte, pas encore, toujours pas, jamais, personne n a, personne ne, nul n a, n ont pas, n a pas',
  except: 'sauf, hors, hormis, excepte, a part, a l exception de, en dehors de',
  without: 'sans, sans aucun, sans aucune',
  neverTried:
    'jamais (appelee?s?|essayee?s?|tentee?s?|sortie?s?|jointe?s?), pas encore (appelee?s?|essayee?s?|tentee?s?|sortie?s?|jointe?s?), sans aucun appel',
  soldOut:
    'en rupture, en rupture de stock, rupture, ruptures?, rupture de stock, ruptures? de stock, epuisee?s?, finis?, sans stock, stock vide, stock zero, plus de stock',
  missedCall:
    '(rappels?|appels?) promis (manques?|oublies?), (rappels?|appels?) promis non tenus?, (rappels?|appels?) manques?, (rappels?|appels?) en (retard|souffrance), (rappels?|appels?) promis en (retard|souffrance), (rappels?|appels?) depassee?s?',
  late: 'en retard, en souffrance, hors delai, retardee?s?, echue?s?',
  at: 'a, au, en, dans, vers, chez, contenant, avec le mot',
  noise:
    'les?|la|l|des?|du|d|un|une|toutes?|tous|qui|sont|est|ont|et|ou|ayant|avec|cree?e?s?|datant|dont|statut|livraison, d une, mon, ma, mes, ces, celles?, ceux',
  request: {
    polite:
      's il te plait, s il vous plait, svp, stp, peux tu, pouvez vous, je veux, je voudrais, il faut, veuillez, merci de, qui, j aimerais, on veut, il me faut, est ce que, stp tu peux, tu peux, on peut',
    as: 'comme|en|a|au|pour|moi',
    customer: 'clients?|clientes?',
    verbs: {
      show: 'combien de, combien d, quels|quelles, quels sont, quelles sont, montre moi, montrer, montrez moi, affiche|afficher, affiche moi, voir, liste|lister, donne moi, montre, fais voir, fais moi voir, sors moi, je veux voir, il me faut, est ce qu on a, combien',
      find: 'numero|cherche|chercher|recherche|rechercher|trouve|trouver|retrouver|ouvre|ouvrir|suivre, ou est, ou sont, va (a|au|aux|en), vas (a|au|aux|en), aller (a|aux), allez (a|au|aux|en), ou en est, ou se trouve, localise|localiser, retrouve, trouve moi, cherche moi, ouvre moi, ouvrez',
      call: 'appelle|appeler|rappeler|joindre|contacter|tel, telephoner a, telephone a, appelez|rappelle|rappelez|telephone|telephoner|contacte|contactez|joins|joignez, passe un appel a, passer un appel a, passe un coup de fil a, coup de fil a, telephoner au, appelle moi, appeler a',
      switch:
        'passer (au|a|en), passe (au|a|en), basculer (sur|vers|en), changer pour, aller (au|en), mettre en, mets en, travailler (au|en), travaille (au|en), bascule (au|en|sur), va (au|en)',
      measure:
        'chiffres?|ca|revenus?|ventes|statistiques?|stats|resultats, chiffre d affaires, taux de confirmation, taux de livraison, taux de retour, tableau de bord, vendus?|vendu|gagne|benefices?|marges?, combien on a vendu, combien vendu, combien on a (encaisse|fait|gagne|vendu), on a (encaisse|fait|vendu) combien, combien encaisse, comment on s en sort, comment ca s est passe, comment on a travaille',
      mark: 'marqu(er?|ez)|mettre|mets|pass(er?|ez)|chang(er?|ez)|declar(er?|ez)|not(er?|ez), marque moi, mets moi',
      confirm:
        'confirm(er?|ez)|valid(er?|ez)|approuver|accepter, confirmons|confirmation|validons|valide moi|acceptez|accepte',
      cancel: 'annul(er?|ez), annulons|annulation|annulerai|decommander|decommande',
      reopen:
        'rouvrir|rouvre, remettre en attente, remets en attente, reouvrir|reouvre|reactiver|reactive, retablir la commande',
      assign:
        'confi(er?|ez)|attribu(er?|ez)|assign(er?|ez)|affect(er?|ez)|donn(er?|ez), assignons|attribue|filer|file, passer a, passe a, mets le sur, mettre sur',
      dispatch: 'expedi(er?|ez)|envoyer|envoie, expedie|envoyez, fais partir, faire partir, fais sortir',
      deliver: 'livr(er?|ez), livrons',
      postpone:
        'report(er?|ez)|decal(er?|ez)|repouss(er?|ez), decale|repousse|reprogrammer|reprogramme|differer, remettre a',
      refuse: 'refus(er?|ez), rejeter|rejette',
      return: 'retourn(er?|ez)|renvoyer|renvoie, retournons|ramener|rapporter',
      replay: 'rejouer|rejoue|rejouez|retraiter, traiter a nouveau, refaire passer, envoyer a nouveau',
      pay: 'pay(er?|ez)|paie|regl(er?|ez), solder|solde|payons|acquitter',
      activate: 'activ(er?|ez)|debloqu(er?|ez)',
      deactivate: 'desactiv(er?|ez)|bloqu(er?|ez)|suspendre',
      revoke: 'revoqu(er?|ez)',
      delete: 'supprim(er?|ez)|effac(er?|ez)|enlev(er?|ez), supprimons',
      export: 'export(er?|ez)|telecharg(er?|ez), extraire|exporte|sortir en excel',
      select: 'selectionn(er?|ez)|coch(er?|ez)',
    },
  },
  concepts: {
    carrier:
      'livreurs?|livreuses?|coursiers?|coursieres?, du livreur, au livreur, par le livreur, livreur de, coursier de',
    seller: 'vendeurs?|vendeuses?, du vendeur, de la vendeuse, de la boutique, par le vendeur',
    product: 'produits?|articles?, du produit, de l article',
    offer: 'offres?, de l offre',
    plan: 'formules?|forfaits?, de la formule',
    price: 'prix|total|totaux|montants?|net|valeur, d un montant de, d un total de, d un prix de',
    attempts: 'appels?|tentatives?|essais?|sorties?|relances?',
    quantity: 'quantites?|qte|pieces?|unites?|exemplaires?',
    stock: 'stock|disponibles?, en stock',
  },
  flags: {
    duplicate: {
      yes: 'en double, doublons?, doubles, commandes? deux fois, deux fois le meme client, meme client deux fois, commande en double',
      no: 'sans doublons?, pas en double, non doublons?',
    },
    paidOut: { yes: 'reverse?e?s?, deja reverse?e?s?', no: 'non reverse?e?s?, pas reverse?e?s?, a reverser' },
    billed: {
      yes: 'facturees?, deja facture?es?',
      no: 'non facture?es?, pas facture?es?, pas encore facture?es?, a facturer',
    },
    difference: {
      yes: 'avec ecarts?, avec un ecart, en ecart, autre somme encaissee',
      no: 'sans ecarts?, sans un ecart',
    },
    isEmailVerified: { yes: 'verifie?e?s?', no: 'non verifie?e?s?, pas verifie?e?s?' },
    isActivated: {
      yes: 'active?e?s?|actifs?|actives?',
      no: 'non active?e?s?, inactifs?, inactives?, pas active?e?s?, desactive?e?s?, revoque?e?s?, coupees?, a activer, pas encore active?e?s?, en attente d activation, inscriptions? a valider, attend(ent)? d etre active?e?s?',
    },
    spent: { yes: 'appels? epuises?, tous les appels passes', no: 'appels? non epuises?' },
    calls: {
      yes: 'qui appel(le|lent)|appelant(e|s|es)?, charge(e|s|es)? d appels?, teleconseill(er|ers|ere|eres)',
      no: 'n appel(le|lent) pas',
    },
    isWaiting: { yes: 'jamais active?e?s?', no: 'deja active?e?s? une fois' },
  },
  values: {
    PENDING:
      'en attente, attente, attendent, en suspens, a traiter, a confirmer, (restent?|reste|restant) a confirmer, encore a confirmer, qu il reste a confirmer, pas traitees?, non traite?es?, nouvelles, pas traite?es?, a appeler, a valider',
    CONFIRMED: 'confirmee?s?, valide?e?s?, approuvee?s?, acceptee?s?',
    CANCELLED: 'annulee?s?, abandonnee?s?, decommandee?s?',
    NOT_REACHABLE:
      'injoignables?, non joignables?, pas joignables?, ne repond(ent)? pas, pas de reponse, a rappeler, rappels?, rappels? a faire, attend(ent)? d etre rappele?e?s?, dois je (rappeler|appeler), dois (rappeler|appeler), faut il (rappeler|appeler), repond(ent)? pas, sans reponse, ne decroche(nt)? pas, decroche(nt)? pas, ne prend pas, ne prennent pas',
    ASSIGNED: 'attribuee?s?, assignee?s?, affectee?s?, confiee?s?',
    OUT_FOR_DELIVERY:
      'en tournee, en cours de livraison, en livraison, parti(e|s|es)?, en route, dehors, sur la route, en cours, en chemin, en transit, sur le terrain, sur lui, avec lui',
    DELIVERED: 'livree?s?, remise?s? au client, recue?s? par le client',
    POSTPONED: 'reportee?s?, decalee?s?, repoussee?s?, reprogrammee?s?',
    REFUSED: 'refusee?s?, rejetee?s?',
    RETURNED: 'retournee?s?, retours, en retour, revenue?s?, rentree?s?, ramenee?s?, rendue?s?',
    LOST: 'perdue?s?, egaree?s?, disparue?s?, volee?s?, introuvables?',
    NOT_YET: 'pas encore',
    NO_COMMENT: 'sans commentaires?',
    UN_PAID:
      'impayee?s?, non payee?s?, pas payee?s?, a payer, en attente, en souffrance, dues, non reglee?s?, pas reglee?s?, a regler, non soldee?s?, pas encore (payee?s?|reglee?s?)',
    PAID: 'payee?s?, reglee?s?, soldee?s?, acquittee?s?',
    OPEN: 'ouverte?s?, en cours',
    CLOSED: 'terminee?s?, closes?, fermee?s?',
    admin: 'administrateurs?|administratrices?|admins?',
    seller: 'vendeurs?|vendeuses?|marchands?|commercants?',
    agent: 'agents?|agentes?',
    moderator: 'moderateurs?|moderatrices?',
    delivery: 'livreurs?|livreuses?',
    own: 'propres?',
    affiliate: 'affilie?e?s?',
    DUR: 'solides?',
    LIQUID: 'liquides?',
    FRAGILE: 'fragiles?',
    GROUND: 'par route, par la route, routiere?s?',
    AIR: 'par avion, aeriens?|aeriennes?',
    sound: 'intacte?s?, en bon etat',
    damaged: 'endommage?e?s?, abime?e?s?, casse?e?s?, en mauvais etat, deteriore?e?s?',
    'with-driver':
      'argent chez le livreur, argent chez les livreurs, chez le livreur, chez les livreurs, non remise?s?, pas remise?s?, argent non remis, caisse a remettre, argent des livreurs, cash chez les livreurs, especes chez les livreurs, argent dehors, argent encore dehors, argent encore chez les livreurs, argent sur les livreurs, argent pas remis, argent pas rendu, qui a l argent, qui a du cash, qui a la caisse, qui a les especes, a en main, qui detient l argent',
    'handed-over': 'argent remis, deja remise?s?, remise?s? en caisse',
    'wrong-number': 'avec un (faux|mauvais) numero, avec de (faux|mauvais) numeros',
    'out-of-stock': 'stock insuffisant, pas assez de stock',
    'no-goods': 'en attente de marchandise, sans marchandise',
    'needs-product': 'sans produit connu, avec un produit inconnu, produits? inconnus?, produits? a choisir',
    refused: 'en echec, echecs?, echoue?e?s?, rate?e?s?',
  },
  resources: nouns,
}
