/**
 * Whether a field asks for what visitors should not type into a chat: a password, a verification code, card numbers. An agent
 * can be talked into asking, and a form looks as if the business asked. This catches the usual wordings in the languages of
 * the widget; it proves nothing. The line below every form warns the visitor as well.
 */

import type { FormField } from './form.js';
import { withoutHidden } from './text/clean-text.js';

/** Words of the first list need word boundaries, or "opinion" contains "pin". The second list is matched anywhere. */
const WORDS =
  /(?<![\p{L}\p{N}])(?:pass[\s-]?(?:word|code|phrase)s?|pwd|pin(?:[\s-]?(?:code|number|nummer))?|otp|2fa|cv[vc]2?|csc|ssn|passw[oö]rt(?:er)?|kennwort|geheimzahl|mot de passe|contrase[nñ]a|clave|senha|parola|wachtwoord|l[oö]senord|adgangskode|passord|salasana|has[lł]o|heslo|jelsz[oó]|[sş]ifre|parol[aă]|parola d[’']ordine|kata sandi)(?![\p{L}\p{N}])/iu;
const PHRASES =
  /(?:credit|debit|bank)[\s-]?card|card[\s-]?number|security[\s-]?code|verification[\s-]?code|one[\s-]?time[\s-]?(?:code|pin)|tan[\s-]?(?:code|nummer)|(?:sms|text|login|access|security)[\s-]?code|code (?:from|by|in) (?:the |your |an? )?(?:sms|text|e-?mail|app)|api[\s-]?(?:key|token|secret)|(?:access|auth|bearer)[\s-]?token|secret[\s-]?key|digits (?:on|of|from) (?:your|the) (?:\w{1,12} )?card|social security|seed phrase|recovery (?:phrase|code)|private key|kreditkarte|kartennummer|sicherheitscode|prüfnummer|bestätigungscode|carte (?:bancaire|bleue|de crédit)|num[ée]ro de carte|code de (?:sécurité|vérification)|cryptogramme|tarjeta de (?:crédito|débito)|n[úu]mero de (?:la )?tarjeta|código de (?:seguridad|verificación|segurança|verificação)|cartão de (?:crédito|débito)|número do cartão|carta di credito|numero (?:della )?carta|codice (?:di verifica|sms)|kaartnummer|kortn?ummer|numer karty|kod sms|парол|пин-?код|код из (?:смс|sms)|номер карты|κωδικ[οό]ς|סיסמ[הא]|पासवर्ड|รหัสผ่าน|mật khẩu|비밀번호|인증\s?번호|카드\s?번호|كلمة (?:المرور|السر)|بطاقة الائتمان|رقم البطاقة|رمز (?:التحقق|الأمان)|パスワード|暗証番号|カード番号|クレジットカード|セキュリティコード|認証コード|密码|口令|银行卡|信用卡|卡号|验证码|安全码/iu;

/** Letters of other scripts that look like these of the Latin one, and what is typed in their place. */
const LOOKS = Object.entries({
  a: 'аαɑ@4',
  b: 'вьβ',
  c: 'сϲ¢',
  d: 'ԁ',
  e: 'еєε3€',
  h: 'нһ',
  i: 'іıιї1!|',
  j: 'ј',
  k: 'кκ',
  m: 'м',
  n: 'пηո',
  o: 'оοσօ0',
  p: 'рρ',
  r: 'г',
  s: 'ѕ5$',
  t: 'тτ7',
  u: 'υս',
  v: 'ν',
  w: 'ωԝш',
  x: 'хχ',
  y: 'уγ',
});
const LATIN = new Map(LOOKS.flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)));
/** Letters with a sign or a space between each two: "P.I.N.", "p a s s w o r d". */
const SPACED = /(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]{1,2}\p{L}(?![\p{L}\p{N}]))+/gu;

/** What a reader takes the text for, by its looks. */
function looksLike(text: string): string {
  const latin = [...text.toLowerCase()].map((sign) => LATIN.get(sign) ?? sign).join('');
  return latin.normalize('NFD').replace(/\p{Mn}/gu, '');
}

const joined = (text: string): string => text.replace(SPACED, (letters) => letters.replace(/[^\p{L}\p{N}]/gu, ''));

/** Of a field that is typed into; a box to tick and words to choose from tell no secret. */
export function asksForSecret(field: FormField): boolean {
  if (field.type === 'checkbox' || field.type === 'choice') return false;
  const asked = [field.label, field.hint ?? '', field.name.replace(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')];
  return asked.some((text) => {
    const plain = withoutHidden(text.normalize('NFKC'));
    return [plain, joined(plain), looksLike(plain), joined(looksLike(plain))].some(
      (reading) => WORDS.test(reading) || PHRASES.test(reading),
    );
  });
}
