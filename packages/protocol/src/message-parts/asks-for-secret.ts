/**
 * Whether a field asks for what visitors should not type into a chat: a password, a verification code, card numbers. An agent
 * can be talked into asking, and a form looks as if the business asked. This catches the usual wordings in the languages of
 * the widget; it proves nothing. The line below every form warns the visitor as well.
 */
import type { FormField } from './form.js';

/** Words of the first list need word boundaries, or "opinion" contains "pin". The second list is matched anywhere. */
const WORDS =
  /(?<![\p{L}\p{N}])(?:pass[\s-]?(?:word|code|phrase)s?|pwd|pin(?:[\s-]?(?:code|number|nummer))?|otp|2fa|cv[vc]2?|csc|ssn|passw[oö]rt(?:er)?|kennwort|geheimzahl|mot de passe|contrase[nñ]a|clave|senha)(?![\p{L}\p{N}])/iu;
const PHRASES =
  /(?:credit|debit|bank)[\s-]?card|card[\s-]?number|security[\s-]?code|verification[\s-]?code|one[\s-]?time[\s-]?(?:code|pin)|tan[\s-]?(?:code|nummer)|social security|seed phrase|recovery (?:phrase|code)|private key|kreditkarte|kartennummer|sicherheitscode|prüfnummer|bestätigungscode|carte (?:bancaire|bleue|de crédit)|num[ée]ro de carte|code de (?:sécurité|vérification)|cryptogramme|tarjeta de (?:crédito|débito)|n[úu]mero de (?:la )?tarjeta|código de (?:seguridad|verificación|segurança|verificação)|cartão de (?:crédito|débito)|número do cartão|كلمة (?:المرور|السر)|بطاقة الائتمان|رقم البطاقة|رمز (?:التحقق|الأمان)|パスワード|暗証番号|カード番号|クレジットカード|セキュリティコード|認証コード|密码|口令|银行卡|信用卡|卡号|验证码|安全码/iu;

/** Of a field that is typed into; a box to tick and words to choose from tell no secret. */
export function asksForSecret(field: FormField): boolean {
  if (field.type === 'checkbox' || field.type === 'choice') return false;
  const asked = [field.label, field.hint ?? '', field.name.replace(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')];
  return asked.some((text) => {
    const plain = text.normalize('NFKC').replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '');
    return WORDS.test(plain) || PHRASES.test(plain);
  });
}
