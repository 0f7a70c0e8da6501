import { isLanguageCode, type LanguageCode } from '../../../domain/core/languages.ts'

/** Abbreviations that staff type, folded, with what they stand for. */
const shortWords: Readonly<Record<LanguageCode, Readonly<Record<string, string>>>> = {
  fr: {
    ...{
      cmd: 'commande',
      cmds: 'commandes',
      cde: 'commande',
      cdes: 'commandes',
      cmde: 'commande',
      cmdes: 'commandes',
    },
    ...{ nvl: 'nouvelle', nvlle: 'nouvelle', nvelle: 'nouvelle', nvo: 'nouveau', nv: 'nouveau' },
    ...{
      fact: 'factures',
      factu: 'factures',
      fac: 'factures',
      liv: 'livraisons',
      livr: 'livraisons',
      livs: 'livraisons',
    },
    ...{ conf: 'confirmées', confs: 'confirmées', att: 'en attente', inj: 'injoignable' },
    ...{
      ajd: 'aujourd’hui',
      auj: 'aujourd’hui',
      ajdh: 'aujourd’hui',
      jr: 'jour',
      jrs: 'jours',
      sem: 'semaine',
      hr: 'heure',
    },
    ...{
      tel: 'téléphone',
      num: 'numéro',
      cli: 'client',
      clt: 'client',
      prod: 'produit',
      prods: 'produits',
      util: 'utilisateur',
    },
    ...{ vend: 'vendeur', exp: 'expédition', pdt: 'pendant', mdp: 'mot de passe', qte: 'quantité' },
    ...{ etiq: 'étiquettes', rdv: 'rappel', dern: 'dernière', pdv: 'boutique' },
  },
  en: {
    ...{
      ord: 'orders',
      ords: 'orders',
      inv: 'invoice',
      invs: 'invoices',
      cust: 'customer',
      custs: 'customers',
    },
    ...{ prod: 'product', prods: 'products', pend: 'pending', conf: 'confirmed', canc: 'cancelled' },
    ...{ deliv: 'delivered', wk: 'week', wks: 'weeks', mth: 'month', tmrw: 'tomorrow', tmr: 'tomorrow' },
    ...{
      yest: 'yesterday',
      tdy: 'today',
      btw: 'between',
      pkg: 'parcel',
      pkgs: 'parcels',
      amt: 'amount',
      qty: 'quantity',
    },
    ...{
      acct: 'account',
      num: 'number',
      ph: 'phone',
      pw: 'password',
      pwd: 'password',
      addr: 'address',
      unconf: 'unconfirmed',
    },
  },
  de: {
    ...{ best: 'bestellung', bst: 'bestellung', bestg: 'bestellungen', rg: 'rechnung', rech: 'rechnung' },
    ...{
      rechn: 'rechnung',
      kd: 'kunde',
      kdn: 'kunden',
      lief: 'lieferung',
      pkt: 'paket',
      pak: 'paket',
      prod: 'produkt',
    },
    ...{ tel: 'telefon', nr: 'nummer', tg: 'tage', bestl: 'bestellungen', stk: 'stück' },
    ...{ storn: 'storniert', offn: 'offene', gest: 'gestern', heut: 'heute', ueb: 'über' },
  },
  it: {
    ...{
      ord: 'ordini',
      fatt: 'fatture',
      fat: 'fatture',
      cons: 'consegne',
      pac: 'pacco',
      pacc: 'pacco',
      cli: 'cliente',
    },
    ...{ prod: 'prodotti', conf: 'confermati', sosp: 'in sospeso', sett: 'settimana', tel: 'telefono' },
    ...{ num: 'numero', spediz: 'spedizione', sped: 'spedizioni', qta: 'quantità' },
  },
  es: {
    ...{
      ped: 'pedido',
      peds: 'pedidos',
      pdo: 'pedido',
      fact: 'facturas',
      fac: 'facturas',
      paq: 'paquete',
      paqs: 'paquetes',
    },
    ...{
      cli: 'cliente',
      clte: 'cliente',
      prod: 'producto',
      prods: 'productos',
      pend: 'pendientes',
      conf: 'confirmados',
    },
    ...{
      canc: 'cancelados',
      ent: 'entregados',
      sem: 'semana',
      tel: 'teléfono',
      num: 'número',
      hoi: 'hoy',
      mnn: 'mañana',
    },
    ...{
      rep: 'repartidor',
      cant: 'cantidad',
      env: 'envío',
      cmd: 'pedido',
      dir: 'dirección',
      contra: 'contraseña',
    },
  },
  ru: {
    ...{ зак: 'заказ', зкз: 'заказ', пос: 'посылка', посыл: 'посылка', сч: 'счёт', кл: 'клиент' },
    ...{
      тов: 'товар',
      прод: 'продавец',
      кур: 'курьер',
      тел: 'телефон',
      нед: 'неделя',
      сег: 'сегодня',
      завт: 'завтра',
    },
    ...{
      подтв: 'подтверждённые',
      отм: 'отменённые',
      дост: 'доставленные',
      ожид: 'ожидают',
      пжл: 'пожалуйста',
      кол: 'количество',
    },
  },
}

/** What an abbreviation stands for; the user's language first, then those that all staff use. */
export const longWord = (word: string, language: string): string | null => {
  const own = isLanguageCode(language) ? shortWords[language][word] : undefined
  return own ?? null
}
