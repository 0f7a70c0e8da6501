/** Most common passwords of permitted length; refused in any case. */
const common = new Set(
  (
    '123456 1234567 12345678 123456789 1234567890 000000 111111 123123 123321 654321 666666 696969 112233 121212 ' +
    'password password1 passw0rd qwerty qwerty123 qwertyuiop azerty azerty123 azertyuiop motdepasse abc123 abcdef ' +
    'iloveyou jetaime bonjour soleil doudou marseille admin123 administrator welcome welcome1 letmein monkey dragon ' +
    'football master superman sunshine princess shadow michael charlie 1q2w3e 1q2w3e4r 1qaz2wsx zaq12wsx asdfgh ' +
    'asdfghjkl zxcvbn zxcvbnm aaaaaa 987654 987654321 159753 147258 147258369 789456 789456123 555555 777777 888888 ' +
    '999999 222222 333333 444444 trustno1 baseball hunter2 loveme chocolat nicolas camille loulou secret changeme ' +
    'password12 password123 passwort p@ssword p@ssw0rd pass123 pass1234 azerty1 azerty12 qwerty1 qwerty12 qwertz ' +
    'qwertz123 qwertyui admin1 admin1234 test123 test1234 testtest coucou coucou123 hallo123 schatz ciaociao juventus ' +
    'barcelona realmadrid liverpool chelsea arsenal computer internet samsung babygirl lovely jessica ashley jordan ' +
    'batman hello1 hello123 ninja mustang flower whatever killer pepper ginger jennifer joshua andrew daniel thomas ' +
    'robert soccer hockey george summer starwars matrix freedom access pokemon naruto alexandre abidjan dakar221 ' +
    'tunisie senegal cotedivoire inshallah mohamed fatoumata aminata waybill waybill1 waybill123'
  ).split(' '),
)

export const isCommonPassword = (password: string): boolean => {
  const text = password.toLowerCase()
  return common.has(text) || isRepeated(text) || isRun(text)
}

/** A repetition of one to three characters: `zzzzzz`, `ababab`, `123123`. */
const isRepeated = (text: string): boolean => /^(.{1,3}?)\1+$/su.test(text)

/** A sequence of digits or letters: `23456789`, `fedcba`. */
const isRun = (text: string): boolean => {
  const steps = new Set([...text].slice(1).map((_, at) => text.charCodeAt(at + 1) - text.charCodeAt(at)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
