/**
 * What the widget says about forms, in every language. One file for all, apart from the catalogues: it is fetched with the
 * first form, and most conversations have none.
 */
import type { ConsentLocale } from '@service/protocol';

export interface FormWords {
  /** How numbers in these sentences are written. */
  readonly locale: ConsentLocale;
  readonly send: string;
  readonly optional: string;
  /** Under every form: a chat is no place for these, whoever asks. */
  readonly noSecrets: string;
  readonly sending: string;
  readonly answered: string;
  readonly over: string;
  /** Something is wrong, somewhere above. */
  readonly check: string;
  readonly required: string;
  readonly tick: string;
  readonly choose: string;
  readonly email: string;
  readonly number: string;
  readonly tooLong: (most: string) => string;
  readonly atLeast: (least: string) => string;
  readonly atMost: (most: string) => string;
}

export const FORM_WORDS: Readonly<Record<ConsentLocale, FormWords>> = {
  en: {
    locale: 'en',
    send: 'Send answers',
    optional: 'optional',
    noSecrets: 'Never enter passwords, security codes or card numbers here.',
    sending: 'Sending your answers…',
    answered: 'Answered',
    over: 'This form can no longer be answered.',
    check: 'Please check the marked fields.',
    required: 'Please fill this in.',
    tick: 'Please tick this to go on.',
    choose: 'Please choose',
    email: 'Enter an email address like name@example.com.',
    number: 'Enter a number.',
    tooLong: (most) => `At most ${most} characters, please.`,
    atLeast: (least) => `Enter ${least} or more.`,
    atMost: (most) => `Enter ${most} or less.`,
  },
  de: {
    locale: 'de',
    send: 'Antworten senden',
    optional: 'freiwillig',
    noSecrets: 'Geben Sie hier nie Passwörter, Sicherheitscodes oder Kartennummern ein.',
    sending: 'Ihre Antworten werden gesendet…',
    answered: 'Beantwortet',
    over: 'Dieses Formular kann nicht mehr beantwortet werden.',
    check: 'Bitte prüfen Sie die markierten Felder.',
    required: 'Bitte füllen Sie dieses Feld aus.',
    tick: 'Bitte setzen Sie hier ein Häkchen, um fortzufahren.',
    choose: 'Bitte wählen',
    email: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
    number: 'Geben Sie eine Zahl ein.',
    tooLong: (most) => `Bitte höchstens ${most} Zeichen.`,
    atLeast: (least) => `Geben Sie ${least} oder mehr ein.`,
    atMost: (most) => `Geben Sie ${most} oder weniger ein.`,
  },
  fr: {
    locale: 'fr',
    send: 'Envoyer les réponses',
    optional: 'facultatif',
    noSecrets: 'Ne saisissez jamais ici de mot de passe, de code de sécurité ou de numéro de carte.',
    sending: 'Envoi de vos réponses…',
    answered: 'Répondu',
    over: 'Il n’est plus possible de répondre à ce formulaire.',
    check: 'Veuillez vérifier les champs signalés.',
    required: 'Veuillez remplir ce champ.',
    tick: 'Veuillez cocher cette case pour continuer.',
    choose: 'Veuillez choisir',
    email: 'Saisissez une adresse e-mail comme nom@example.com.',
    number: 'Saisissez un nombre.',
    tooLong: (most) => `${most} caractères au maximum.`,
    atLeast: (least) => `Saisissez ${least} ou plus.`,
    atMost: (most) => `Saisissez ${most} ou moins.`,
  },
  es: {
    locale: 'es',
    send: 'Enviar respuestas',
    optional: 'opcional',
    noSecrets: 'No escriba nunca aquí contraseñas, códigos de seguridad ni números de tarjeta.',
    sending: 'Enviando sus respuestas…',
    answered: 'Respondido',
    over: 'Ya no se puede responder a este formulario.',
    check: 'Revise los campos marcados.',
    required: 'Rellene este campo.',
    tick: 'Marque esta casilla para continuar.',
    choose: 'Elija una opción',
    email: 'Escriba una dirección de correo como nombre@example.com.',
    number: 'Escriba un número.',
    tooLong: (most) => `Como máximo ${most} caracteres.`,
    atLeast: (least) => `Escriba ${least} o más.`,
    atMost: (most) => `Escriba ${most} o menos.`,
  },
  'pt-BR': {
    locale: 'pt-BR',
    send: 'Enviar respostas',
    optional: 'opcional',
    noSecrets: 'Nunca digite aqui senhas, códigos de segurança ou números de cartão.',
    sending: 'Enviando suas respostas…',
    answered: 'Respondido',
    over: 'Este formulário não pode mais ser respondido.',
    check: 'Verifique os campos marcados.',
    required: 'Preencha este campo.',
    tick: 'Marque esta caixa para continuar.',
    choose: 'Escolha uma opção',
    email: 'Digite um e-mail como nome@example.com.',
    number: 'Digite um número.',
    tooLong: (most) => `No máximo ${most} caracteres.`,
    atLeast: (least) => `Digite ${least} ou mais.`,
    atMost: (most) => `Digite ${most} ou menos.`,
  },
  ar: {
    locale: 'ar',
    send: 'إرسال الإجابات',
    optional: 'اختياري',
    noSecrets: 'لا تكتب هنا أبدًا كلمات مرور أو رموز أمان أو أرقام بطاقات.',
    sending: 'جارٍ إرسال إجاباتك…',
    answered: 'تمت الإجابة',
    over: 'لم يعد من الممكن الإجابة عن هذا النموذج.',
    check: 'يرجى مراجعة الحقول المحددة.',
    required: 'يرجى ملء هذا الحقل.',
    tick: 'يرجى تحديد هذا المربع للمتابعة.',
    choose: 'يرجى الاختيار',
    email: 'أدخل عنوان بريد إلكتروني مثل name@example.com.',
    number: 'أدخل رقمًا.',
    tooLong: (most) => `${most} حرفًا على الأكثر.`,
    atLeast: (least) => `أدخل ${least} أو أكثر.`,
    atMost: (most) => `أدخل ${most} أو أقل.`,
  },
  ja: {
    locale: 'ja',
    send: '回答を送信',
    optional: '任意',
    noSecrets: 'パスワード、セキュリティコード、カード番号はここに入力しないでください。',
    sending: '回答を送信しています…',
    answered: '回答済み',
    over: 'このフォームにはもう回答できません。',
    check: '印の付いた項目をご確認ください。',
    required: 'この項目を入力してください。',
    tick: '続けるにはチェックを入れてください。',
    choose: '選択してください',
    email: 'name@example.com のようなメールアドレスを入力してください。',
    number: '数字を入力してください。',
    tooLong: (most) => `${most}文字以内で入力してください。`,
    atLeast: (least) => `${least}以上の数字を入力してください。`,
    atMost: (most) => `${most}以下の数字を入力してください。`,
  },
  'zh-Hans': {
    locale: 'zh-Hans',
    send: '发送回答',
    optional: '选填',
    noSecrets: '切勿在此输入密码、安全码或银行卡号。',
    sending: '正在发送您的回答…',
    answered: '已回答',
    over: '此表单已无法回答。',
    check: '请检查标出的字段。',
    required: '请填写此项。',
    tick: '请勾选此项以继续。',
    choose: '请选择',
    email: '请输入邮箱地址，例如 name@example.com。',
    number: '请输入数字。',
    tooLong: (most) => `最多 ${most} 个字符。`,
    atLeast: (least) => `请输入不小于 ${least} 的数字。`,
    atMost: (most) => `请输入不大于 ${most} 的数字。`,
  },
};
