/**
 * What the widget says about functions of the page, in every language. One file for all, apart from the catalogues: it is
 * fetched with the first call, and most conversations have none.
 */
import type { ConsentLocale } from '@service/protocol';

export interface ToolWords {
  readonly confirm: string;
  readonly cancel: string;
  /** Under the question: whose wish it is, and that nothing has happened yet. */
  readonly asks: string;
  readonly final: string;
  readonly details: string;
  readonly yes: string;
  readonly no: string;
  readonly answering: string;
  readonly running: string;
  readonly done: string;
  readonly denied: string;
  readonly expired: string;
  readonly superseded: string;
  readonly notDone: string;
  readonly failed: string;
  readonly unknown: string;
}

export const TOOL_WORDS: Readonly<Record<ConsentLocale, ToolWords>> = {
  en: {
    confirm: 'Confirm',
    cancel: 'Cancel',
    asks: 'The assistant would like to do this. Nothing happens without your confirmation.',
    final: 'This can’t be undone.',
    details: 'Details',
    yes: 'Yes',
    no: 'No',
    answering: 'Sending your answer…',
    running: 'In progress…',
    done: 'Done',
    denied: 'You cancelled this. Nothing was done.',
    expired: 'There was no answer in time. Nothing was done.',
    superseded: 'You wrote instead. Nothing was done.',
    notDone: 'This was not done.',
    failed: 'This didn’t work.',
    unknown: 'It isn’t certain whether this was done. Please check before you try again.',
  },
  de: {
    confirm: 'Bestätigen',
    cancel: 'Abbrechen',
    asks: 'Der Assistent möchte das tun. Ohne Ihre Bestätigung geschieht nichts.',
    final: 'Das lässt sich nicht rückgängig machen.',
    details: 'Einzelheiten',
    yes: 'Ja',
    no: 'Nein',
    answering: 'Ihre Antwort wird gesendet…',
    running: 'Läuft…',
    done: 'Erledigt',
    denied: 'Sie haben abgebrochen. Es ist nichts geschehen.',
    expired: 'Es kam keine rechtzeitige Antwort. Es ist nichts geschehen.',
    superseded: 'Sie haben stattdessen geschrieben. Es ist nichts geschehen.',
    notDone: 'Das wurde nicht ausgeführt.',
    failed: 'Das hat nicht geklappt.',
    unknown: 'Es ist nicht sicher, ob das ausgeführt wurde. Bitte prüfen Sie es, bevor Sie es noch einmal versuchen.',
  },
  fr: {
    confirm: 'Confirmer',
    cancel: 'Annuler',
    asks: 'L’assistant souhaite faire ceci. Rien ne se passe sans votre confirmation.',
    final: 'Cette action est irréversible.',
    details: 'Détails',
    yes: 'Oui',
    no: 'Non',
    answering: 'Envoi de votre réponse…',
    running: 'En cours…',
    done: 'Terminé',
    denied: 'Vous avez annulé. Rien n’a été fait.',
    expired: 'Pas de réponse à temps. Rien n’a été fait.',
    superseded: 'Vous avez écrit un message à la place. Rien n’a été fait.',
    notDone: 'Cela n’a pas été fait.',
    failed: 'Cela n’a pas fonctionné.',
    unknown: 'Il n’est pas certain que cela ait été fait. Vérifiez avant de réessayer.',
  },
  es: {
    confirm: 'Confirmar',
    cancel: 'Cancelar',
    asks: 'El asistente quiere hacer esto. No ocurre nada sin su confirmación.',
    final: 'Esta acción no se puede deshacer.',
    details: 'Detalles',
    yes: 'Sí',
    no: 'No',
    answering: 'Enviando su respuesta…',
    running: 'En curso…',
    done: 'Hecho',
    denied: 'Usted lo canceló. No se hizo nada.',
    expired: 'No hubo respuesta a tiempo. No se hizo nada.',
    superseded: 'Usted escribió en su lugar. No se hizo nada.',
    notDone: 'Esto no se hizo.',
    failed: 'Esto no funcionó.',
    unknown: 'No es seguro que esto se haya hecho. Compruébelo antes de volver a intentarlo.',
  },
  'pt-BR': {
    confirm: 'Confirmar',
    cancel: 'Cancelar',
    asks: 'O assistente quer fazer isto. Nada acontece sem a sua confirmação.',
    final: 'Esta ação não pode ser desfeita.',
    details: 'Detalhes',
    yes: 'Sim',
    no: 'Não',
    answering: 'Enviando sua resposta…',
    running: 'Em andamento…',
    done: 'Feito',
    denied: 'Você cancelou. Nada foi feito.',
    expired: 'Não houve resposta a tempo. Nada foi feito.',
    superseded: 'Você escreveu em vez de responder. Nada foi feito.',
    notDone: 'Isto não foi feito.',
    failed: 'Isto não funcionou.',
    unknown: 'Não é certo se isto foi feito. Verifique antes de tentar de novo.',
  },
  ar: {
    confirm: 'تأكيد',
    cancel: 'إلغاء',
    asks: 'يريد المساعد القيام بهذا. لن يحدث شيء دون تأكيدك.',
    final: 'لا يمكن التراجع عن هذا.',
    details: 'التفاصيل',
    yes: 'نعم',
    no: 'لا',
    answering: 'جارٍ إرسال ردك…',
    running: 'قيد التنفيذ…',
    done: 'تم',
    denied: 'لقد ألغيت هذا. لم يحدث شيء.',
    expired: 'لم يصل رد في الوقت المحدد. لم يحدث شيء.',
    superseded: 'لقد كتبت رسالة بدلًا من الرد. لم يحدث شيء.',
    notDone: 'لم يتم تنفيذ هذا.',
    failed: 'لم ينجح هذا.',
    unknown: 'ليس مؤكدًا ما إذا كان هذا قد تم. يرجى التحقق قبل المحاولة مرة أخرى.',
  },
  ja: {
    confirm: '確認する',
    cancel: 'キャンセル',
    asks: 'アシスタントがこの操作を行おうとしています。確認されるまで何も行われません。',
    final: 'この操作は取り消せません。',
    details: '詳細',
    yes: 'はい',
    no: 'いいえ',
    answering: '回答を送信しています…',
    running: '処理中…',
    done: '完了',
    denied: 'キャンセルされました。何も行われていません。',
    expired: '時間内に回答がありませんでした。何も行われていません。',
    superseded: '代わりにメッセージが送られました。何も行われていません。',
    notDone: 'この操作は行われませんでした。',
    failed: 'うまくいきませんでした。',
    unknown: 'この操作が行われたかどうか確かではありません。もう一度試す前にご確認ください。',
  },
  'zh-Hans': {
    confirm: '确认',
    cancel: '取消',
    asks: '助手想要执行此操作。未经您确认，不会执行任何操作。',
    final: '此操作无法撤销。',
    details: '详情',
    yes: '是',
    no: '否',
    answering: '正在发送您的回答…',
    running: '进行中…',
    done: '已完成',
    denied: '您已取消，未执行任何操作。',
    expired: '未及时收到回答，未执行任何操作。',
    superseded: '您改为发送了消息，未执行任何操作。',
    notDone: '此操作未执行。',
    failed: '此操作未成功。',
    unknown: '无法确定此操作是否已执行。请先核实，再重试。',
  },
};
