import type { SettingName } from '../../../machines/settings/settings-machine.ts'

/** What people call values of settings, besides their labels, in six languages. Only searched, never shown. */
export const valueWords: Readonly<Partial<Record<SettingName, Readonly<Record<string, string>>>>> = {
  layout: {
    vertical:
      'menu à gauche, menu sur le côté, menu on the left, side menu, menü links, menü seitlich, menu a sinistra, menu laterale, menú a la izquierda, menú lateral, меню слева, вертикальный макет',
    horizontal:
      'menu en haut, menu on top, top menu, menu at the top, menü oben, menü quer, menu in alto, menu orizzontale, menú arriba, menú horizontal, меню сверху, горизонтальное меню, горизонтальный макет',
    detached:
      'détaché, menu détaché, detached menu, abgesetztes menü, menu staccato, menú separado, отдельное меню',
    'two-column':
      'deux colonnes, two columns, zwei spalten, due colonne, dos columnas, две колонки, в две колонки',
  },
  mode: {
    system:
      'comme l’ordinateur, thème du système, suivre le système, automatique, follow system, system theme, like my computer, automatic, wie der computer, systemdesign, automatisch, come il computer, tema di sistema, automatico, como el ordenador, tema del sistema, automático, как в системе, системная тема, как на компьютере',
    light:
      'fond blanc, fond clair, mode clair, thème clair, mode jour, light mode, light theme, white background, day mode, bright, helles design, heller modus, weisser hintergrund, tagmodus, sfondo bianco, modalità chiara, tema chiaro, fondo blanco, modo claro, tema claro, светлая тема, светлый режим, белый фон, дневной режим',
    dark: 'fond noir, fond sombre, mode sombre, thème sombre, mode nuit, noir, dark mode, dark theme, black background, night mode, black, dunkles design, dunkler modus, schwarzer hintergrund, nachtmodus, schwarz, sfondo nero, modalità scura, tema scuro, modalità notte, fondo negro, modo oscuro, tema oscuro, modo noche, тёмная тема, тёмный режим, чёрный фон, ночной режим',
  },
  width: {
    fluid:
      'pleine largeur, large, toute la page, plein écran large, full width, wide, wide layout, whole width, volle breite, breit, ganze breite, larghezza piena, a tutta larghezza, largo, ancho completo, todo el ancho, pantalla ancha, во всю ширину, широкий, полная ширина',
    boxed:
      'étroit, centré, encadré, narrow, centred, boxed, schmal, zentriert, eingerahmt, stretto, centrato, incorniciato, estrecho, centrado, enmarcado, узкий, по центру, в рамке',
  },
  sidebarType: {
    condensed:
      'icônes seules, menu étroit, seulement les icônes, icons only, narrow menu, nur symbole, schmales menü, solo icone, menu stretto, solo iconos, menú estrecho, только значки, узкое меню',
    compact:
      'menu compact, petit menu, compact menu, small menu, kompaktes menü, kleines menü, menu compatto, menu piccolo, menú compacto, menú pequeño, компактное меню, маленькое меню',
    fullscreen:
      'plein écran, cacher le menu, full screen, hide the menu, vollbild, menü ausblenden, schermo intero, nascondere il menu, pantalla completa, esconder el menú, весь экран, скрыть меню',
    default:
      'menu normal, grand menu, normal menu, big menu, normales menü, grosses menü, menu normale, menú normal, обычное меню',
  },
}
