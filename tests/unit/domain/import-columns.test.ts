import { describe, expect, it } from 'vitest'
import { importColumnNames, importColumnOf } from '../../../domain/orders/import/import-columns.ts'
import { readSheet } from '../../../domain/orders/import/read-sheet.ts'
import { importTexts } from '../../../server/spreadsheets/order-template.ts'

describe('the header of a sheet of orders', () => {
  it.each([
    ['Produit', 'product'],
    ['PRODUCT *', 'product'],
    ['Nom du client', 'customerName'],
    ['Nom & Prénoms', 'customerName'],
    ['T\u0065\u0301le\u0301phone', 'customerPhone'],
    ['N° de téléphone', 'customerPhone'],
    ['Numéro', 'customerPhone'],
    ['WhatsApp', 'customerPhone'],
    ['customer_address', 'customerAddress'],
    ['Adresse de livraison', 'customerAddress'],
    ['Qté', 'quantity'],
    ['Prix (FCFA)', 'price'],
    ['Réf. commande', 'externalRef'],
    ['Lieferadresse', 'customerAddress'],
    ['Empfaenger', 'customerName'],
    ['STUECKZAHL', 'quantity'],
    ['Prezzo unitario', 'price'],
    ['Teléfono', 'customerPhone'],
    ['Имя клиента', 'customerName'],
    ['Кол-во', 'quantity'],
    ['externalRef', 'externalRef'],
  ])('reads %s as %s', (header, column) => {
    expect(importColumnOf(header)).toBe(column)
  })

  it('is read as the template writes it', () => {
    for (const { columns } of [importTexts('en'), importTexts('fr')]) {
      expect(importColumnNames.map((column) => importColumnOf(`${columns[column]} *`))).toEqual(
        importColumnNames,
      )
    }
  })

  it('leaves alone what is none of ours', () => {
    expect(['Statut', 'Total', 'Livreur', '', '42'].map(importColumnOf)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('is found under a title and blank rows, in any order, with what is ignored and what comes twice said', () => {
    const sheet = readSheet([
      ['Commandes de novembre'],
      [],
      ['Statut', 'Téléphone', 'Nom', 'Produit', 'Adresse', 'Tel', 'Qté'],
      [],
      ['ok', 708091011, 'Awa', 'Montre', 'Cocody', null, 1],
      [' ', '', null],
    ])
    expect(sheet).toEqual({
      format: 'sheet',
      taken: [
        { header: 'Téléphone', use: 'customerPhone' },
        { header: 'Nom', use: 'customerName' },
        { header: 'Produit', use: 'product' },
        { header: 'Adresse', use: 'customerAddress' },
        { header: 'Qté', use: 'quantity' },
      ],
      headerRow: 3,
      headers: ['Statut', 'Téléphone', 'Nom', 'Produit', 'Adresse', 'Tel', 'Qté'],
      columns: { customerPhone: 1, customerName: 2, product: 3, customerAddress: 4, quantity: 6 },
      rows: [{ row: 5, cells: ['ok', 708091011, 'Awa', 'Montre', 'Cocody', null, 1] }],
      orderNumber: null,
      ignored: ['Statut', 'Tel'],
      repeated: [{ column: 'customerPhone', header: 'Tel' }],
      problems: [],
    })
  })

  it('says each required column that is missing', () => {
    expect(readSheet([['Nom', 'Prix']])?.problems).toEqual(
      ['product', 'customerPhone', 'customerAddress', 'quantity'].map((column) => ({
        row: 1,
        column,
        code: 'MISSING_COLUMN',
      })),
    )
  })

  it('is not seen where there is none', () => {
    expect(readSheet([['bonjour'], [1, 2, 3]])).toBeNull()
  })
})
