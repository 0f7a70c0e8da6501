import type { LanguageCode } from '../../domain/languages.ts'
import de from '../../locales/de/mail.json' with { type: 'json' }
import en from '../../locales/en/mail.json' with { type: 'json' }
import es from '../../locales/es/mail.json' with { type: 'json' }
import fr from '../../locales/fr/mail.json' with { type: 'json' }
import it from '../../locales/it/mail.json' with { type: 'json' }
import ru from '../../locales/ru/mail.json' with { type: 'json' }

export const mailTexts: Record<LanguageCode, typeof fr> = { fr, en, de, it, es, ru }
