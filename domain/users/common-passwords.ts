/** Passwords that every guesser tries first, of the length that we accept. Refused however they are cased. */
const common = new Set(
  (
    '123456 1234567 12345678 123456789 1234567890 000000 111111 123123 123321 654321 666666 696969 112233 121212 ' +
    'password password1 passw0rd qwerty qwerty123 qwertyuiop azerty azerty123 azertyuiop motdepasse abc123 abcdef ' +
    'iloveyou jetaime bonjour soleil doudou marseille admin123 administrator welcome welcome1 letmein monkey dragon ' +
    'football master superman sunshine princess shadow michael charlie 1q2w3e 1q2w3e4r 1qaz2wsx zaq12wsx asdfgh ' +
    'asdfghjkl zxcvbn zxcvbnm aaaaaa 987654 987654321 159753 147258 147258369 789456 789456123 555555 777777 888888 ' +
    '999999 222222 333333 444444 trustno1 baseball hunter2 loveme chocolat nicolas camille loulou secret changeme'
  ).split(' '),
)

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
