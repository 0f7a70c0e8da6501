import { roles, verbs } from '../../domain/access/permissions.ts'
import { adColumns, adLayouts } from '../../domain/advertising/ad-cost.ts'
import { cashFigureNames, figureNames, figureUnits, needNames } from '../../domain/analytics/analytics.ts'
import { distributions, queueOrders, weekdays } from '../../domain/calls/call-policy.ts'
import { callFigures, figureGroups } from '../../domain/calls/caller-figures.ts'
import { lineKinds } from '../../domain/changes/audit-verbs.ts'
import { historyVerbs } from '../../domain/changes/change-verbs.ts'
import { actingResources } from '../../domain/changes/changes.ts'
import { codes } from '../../domain/core/codes.ts'
import { countryCodes } from '../../domain/core/countries.ts'
import { languageCodes } from '../../domain/core/languages.ts'
import { personalPlaces } from '../../domain/customers/personal-data.ts'
import { deliveryFailures, deliveryStatuses } from '../../domain/deliveries/delivery.ts'
import { expeditionModes } from '../../domain/expeditions/expedition.ts'
import { orderStatuses } from '../../domain/fulfillment/order-status.ts'
import {
  billedStatuses,
  returnConditions,
  shippingStatuses,
} from '../../domain/fulfillment/shipping-status.ts'
import { stockReasons } from '../../domain/fulfillment/stock-movement.ts'
import { cashPlaces } from '../../domain/handovers/handover.ts'
import { differingFields } from '../../domain/intake/decision.ts'
import { intakeNoteCodes } from '../../domain/intake/intake-notes.ts'
import { shopEvents } from '../../domain/intake/shop-order.ts'
import { sourceKinds } from '../../domain/intake/source-kinds.ts'
import { verdicts } from '../../domain/intake/verdicts.ts'
import { invoiceStatuses } from '../../domain/invoices/invoice.ts'
import { jobStatuses } from '../../domain/jobs/job.ts'
import { keyGrants } from '../../domain/keys/key-verbs.ts'
import { collectionStates } from '../../domain/labels/label.ts'
import { labelFormatNames } from '../../domain/labels/label-format-names.ts'
import { answerStatuses } from '../../domain/lib/answer-status.ts'
import { manifestStatuses } from '../../domain/manifests/manifest.ts'
import { hiddenRowChoices } from '../../domain/orders/import/hidden-rows.ts'
import { importColumnNames } from '../../domain/orders/import/import-columns.ts'
import { importModes, reportedStatuses } from '../../domain/orders/import/import-report.ts'
import { noteCodes } from '../../domain/orders/import/note-codes.ts'
import { sheetFormats } from '../../domain/orders/import/read-sheet.ts'
import { columnUses, shopFileKinds } from '../../domain/orders/import/shop-headers.ts'
import { orderNeeds } from '../../domain/orders/order.ts'
import { payoutMethods } from '../../domain/payouts/payout.ts'
import { statementKinds } from '../../domain/payouts/statement.ts'
import { productModes, productTypes } from '../../domain/products/product.ts'
import { profitSorts } from '../../domain/profit/profit.ts'
import { resourceNames } from '../../domain/resources.ts'
import { lineKeys } from '../../domain/shop-files/import-mapping.ts'
import { askFailures } from '../../domain/sources/source.ts'
import { databaseKinds, mailStates, queues, standbyStates } from '../../domain/status/server-status.ts'
import { templateChannels } from '../../domain/templates/template.ts'
import { secondStepWays } from '../../domain/users/second-factor.ts'
import { demoGates } from '../../domain/users/user.ts'
import { viewedLists } from '../../domain/views/view.ts'
import { webhookStops } from '../../domain/webhooks/webhook.ts'
import { sentEventNames, webhookEventNames } from '../../domain/webhooks/webhook-events.ts'

export const healthStatuses = ['ok', 'ready'] as const

/** Enumerations of the API by the name of their schema. A test fails on one that is not here. */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  Code: codes,
  SecondStepWay: secondStepWays,
  Verb: verbs,
  Role: roles,
  CountryCode: countryCodes,
  LanguageCode: languageCodes,
  ResourceName: resourceNames,
  ViewedList: viewedLists,
  OrderStatus: orderStatuses,
  OrderNeed: orderNeeds,
  ShippingStatus: shippingStatuses,
  BilledStatus: billedStatuses,
  ReturnCondition: returnConditions,
  AnswerStatus: answerStatuses,
  InvoiceStatus: invoiceStatuses,
  JobStatus: jobStatuses,
  ManifestStatus: manifestStatuses,
  ProductType: productTypes,
  ProductMode: productModes,
  ExpeditionMode: expeditionModes,
  StockReason: stockReasons,
  CashPlace: cashPlaces,
  PayoutMethod: payoutMethods,
  StatementKind: statementKinds,
  SourceKind: sourceKinds,
  AskFailure: askFailures,
  ShopEvent: shopEvents,
  IntakeVerdict: verdicts,
  IntakeNoteCode: intakeNoteCodes,
  DifferingField: differingFields,
  WebhookEvent: webhookEventNames,
  SentEvent: sentEventNames,
  WebhookStop: webhookStops,
  DeliveryStatus: deliveryStatuses,
  DeliveryFailure: deliveryFailures,
  Weekday: weekdays,
  CallDistribution: distributions,
  QueueOrder: queueOrders,
  FigureGroup: figureGroups,
  CallFigure: callFigures,
  TemplateChannel: templateChannels,
  KeyGrant: keyGrants,
  ActingResource: actingResources,
  HistoryVerb: historyVerbs,
  LineKind: lineKinds,
  LabelFormat: labelFormatNames,
  CollectionState: collectionStates,
  PersonalPlace: personalPlaces,
  FigureName: figureNames,
  FigureUnit: figureUnits,
  CashFigure: cashFigureNames,
  SellerNeed: needNames,
  ProfitSort: profitSorts,
  AdLayout: adLayouts,
  AdColumn: adColumns,
  ImportColumn: importColumnNames,
  ImportMode: importModes,
  ImportNoteCode: noteCodes,
  ImportedRowStatus: reportedStatuses,
  SheetFormat: sheetFormats,
  ColumnUse: columnUses,
  HiddenRows: hiddenRowChoices,
  ShopFileKind: shopFileKinds,
  LineKey: lineKeys,
  DemoGate: demoGates,
  DatabaseKind: databaseKinds,
  Queue: queues,
  MailState: mailStates,
  StandbyState: standbyStates,
  HealthStatus: healthStatuses,
}

const keyOf = (values: readonly string[]): string => values.join('\n')

const titles = new Map(Object.entries(enumerations).map(([title, values]) => [keyOf(values), title]))

/** The name of a schema with these values, in this order; undefined if they have none. */
export const titleOfValues = (values: readonly string[]): string | undefined => titles.get(keyOf(values))
