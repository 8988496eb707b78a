-- Screens say who a refund is paid by, and so does the column.
alter table refunds rename column borne_by to paid_by;
alter table refunds rename constraint refunds_borne_by_check to refunds_paid_by_check;
