import { isLanguageCode, type LanguageCode, languageCodes } from '../../../domain/core/languages.ts'
import { fold } from '../../../domain/lib/fold.ts'

/** Words that say nothing alone: articles, pronouns, prepositions, auxiliaries, courtesy. Leaving them out loses nothing. */
const fillers: Record<LanguageCode, string> = {
  fr: 'le la les l un une des du de d au aux a à en dans sur sous pour par avec sans chez vers entre et ou où mais que qu qui quoi quel quelle quels quelles ce c cet cette ces ca ça cela mon ma mes m ton ta tes son sa ses notre nos votre vos leur leurs je j tu il elle on nous vous ils elles me moi toi lui te se s y est sont etait suis es sera fait faire faut faudrait peux peut peux-tu pouvez veux veut voudrais voulez aimerais dois doit ai as avons avez ont avoir etre svp stp merci bonjour salut hello ok vite urgent urgente tout tous toute toutes bien deja encore maintenant la-dessus donc alors si ne n pas juste peu plus aller va vais comment combien quand pourquoi est-ce lequel laquelle celui celle ceux celles cote cela ici là voir montrer montre donne donner ouvre moi eu avait aura aurait etaient soient etre fut monsieur madame mr mme mlle truc trucs chose choses bjr slt cc pr ds ms qd vs tt tte ttes tts ton va ds la-bas jme je suis stp tu toujours meme reste restant restants restantes quoi coucou patron chef mes',
  en: 'everything anything the a an this that these those my mine your our his her its their i me you we he she it they him them us is are was were be been am do does did done doing have has had having can could will would shall should may might must of for to in on at by with from into onto out off up about over than as and or but if so not no yes yet still already now then just only also too very please pls plz thx thanks hi hello hey ok okay asap urgent quickly all any some every each one ones what which who whom whose when where why how much many there here need want like let lets s t d ll re ve m go get got give make see show someone something stuff thing things mr mrs ms miss sir madam u ur im nr no teh been being came come gotta wanna lets thing those guys still again back',
  de: 'der die das den dem des ein eine einen einem einer eines mein meine meinen meiner meinem dein deine ihr ihre ihren sein seine unser unsere ich du er sie es wir mich mir dich dir ihn ihm uns euch man ist sind war waren wird werden wurde wurden bin bist hat habe haben hatte kann kannst konnen konnte soll sollte muss mussen mochte will wollen bitte danke hallo ok okay schnell dringend sofort von vom zu zum zur in im an am auf aus bei beim mit nach fur uber unter um als und oder aber dass das wenn so nicht kein keine noch schon jetzt dann nur auch sehr alle alles jeder jede was wer wen wem wessen welche welcher welches wie viel viele wo wann warum hier da dort mal doch gerade eben gibt gib mach mache zeig zeige hin her etwas frau herr herrn sachen dinge ding zeug kriegt krieg bekommt hab haben habe hatten ab gerade grad mal ne nen nem moin servus tach u dann fur bzw nr meiner meines diese dieser dieses diesem diesen jetzt immer noch chef',
  it: 'il lo la le i gli l un una uno di del dello della dei degli delle d a al allo alla ai agli alle da dal dalla dai in nel nella nei nelle su sul sulla sui con per tra fra e o ed ma che chi cosa cui quale quali questo questa questi queste quello quella quelli quelle mio mia miei mie tuo tua suo sua nostro nostra loro io tu lui lei noi voi mi ti si ci vi ne e è sono era sei siamo ho hai ha abbiamo avete hanno essere avere fare fa fai posso puoi puo può vorrei voglio vuole devo deve bisogna per-favore favore grazie ciao salve ok subito urgente presto tutto tutti tutta tutte gia già ancora ora adesso poi solo anche molto non come quanto quanti quando dove perche qui li là dammi mostra mostrami vedere fammi punto signora signor signore sig dott cose cosa roba avuto dell dall nell sull all ieri-l tutte tutti due x sta stanno ecco dai capo pero coi col sui nei',
  es: 'el la los las lo un una unos unas de del al a en con por para sin sobre entre y e o u pero que quien quienes cual cuales este esta estos estas ese esa esos esas aquel mi mis tu tus su sus nuestro nuestra yo me te se nos les le ella ellos ellas usted es son era fue ser estar esta está estan están soy eres hay he has ha hemos han haber tengo tiene hacer hace hacen puedo puede puedes podria quiero quiere quisiera necesito debo debe favor porfavor porfa gracias hola ok ya urgente rapido todo todos toda todas muy mas no si tambien aun todavia ahora luego solo como cuanto cuanta cuantos cuantas cuando donde aqui alli dame das muestra muestrame ver ponlo pon senor senora sr sra don dona cosas cosa hubo tuvimos sido x q xq tb k porfi jefe pues entonces ahi vez aun mismo misma favor ponme',
  ru: 'и в во на с со к ко о об от до из за по под над при для без у не ни да нет а но или что кто кого кому чей какой какая какие какого где куда когда почему как сколько это этот эта эти этого того тот та те мой моя мое мои моих твой наш наша ваш ваша его ее их я ты он она оно мы вы они мне меня тебя тебе ему ей нам вам им себя есть был была были было быть будет буду могу можно может можешь можете надо нужно нужен нужна хочу хочет давай дай пожалуйста плиз пж спасибо привет здравствуйте ок срочно быстро все весь вся всю всех уже еще сейчас теперь потом только тоже очень там тут здесь же ли бы то так господин госпожа г-н г-жа штуки вещи которые которых которым которой которого аккаунт аккаунты ребята шеф давайте ещё нету плс этим тут-же у-нас',
}

const sets = new Map<LanguageCode, ReadonlySet<string>>()

const fillersOf = (code: LanguageCode): ReadonlySet<string> => {
  const known = sets.get(code) ?? new Set(fillers[code].split(' ').map(fold))
  sets.set(code, known)
  return known
}

/** The same in one language. */
export const isFillerIn = (word: string, language: string): boolean =>
  isLanguageCode(language) && fillersOf(language).has(word)

/** Words for a customer or a telephone, in six languages. */
const contact =
  /^(?:tel|cel|cell|mob|gsm|movil|celular|cellulare|cellphone|portable|telef\p{L}*|phone|fon|handy|mobile|mobil|моб|мобильн\p{L}*|сотов\p{L}*|numer\p{L}*|numero|nummer|number|clien\p{L}*|customers?|cust|kund\p{L}*|buyer|acheteur|тел|телефон\p{L}*|номер\p{L}*|клиент\p{L}*)$/u

export const isContactWord = (word: string): boolean => contact.test(word)

/** `instead of`: what follows is what is left, in six languages. */
const instead = new Set(
  'lieu instead statt anstatt anstelle invece anziche vez lugar вместо rather plutot piuttosto'.split(' '),
)

export const isInsteadWord = (word: string): boolean => instead.has(word)

/** Kinds of file, in six languages. */
const files = new Set(
  'excel xls xlsx csv tableur tableau fichier spreadsheet file sheet tabelle datei hoja archivo calculo foglio tabella эксель таблицу файл'
    .split(' ')
    .map(fold),
)

export const isFileWord = (word: string): boolean => files.has(word)

/** Whether a folded word says nothing alone, in any of our languages. */
export const isFiller = (word: string): boolean => languageCodes.some((code) => fillersOf(code).has(word))
