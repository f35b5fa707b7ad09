#include "CShims.h"

/* libsecret's SecretService sets its bus in its own constructor, after it has seen the properties it is made with. An
   object is still under construction when its class's constructor returns, so a derived class has the last word. */
static GObject *private_proxy_constructor(GType type, guint count, GObjectConstructParam *properties) {
    GObjectClass *parent = g_type_class_peek(g_type_parent(type));
    GObject *object = parent->constructor(type, count, properties);
    g_object_set(object, "g-bus-type", G_BUS_TYPE_NONE, "g-flags",
                 G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES | G_DBUS_PROXY_FLAGS_DO_NOT_CONNECT_SIGNALS |
                     G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START,
                 NULL);
    return object;
}

static void private_proxy_class_init(gpointer class, gpointer data) {
    (void)data;
    G_OBJECT_CLASS(class)->constructor = private_proxy_constructor;
}

/* The class derived from `parent`, registered at its first use. */
static GType private_proxy_type(GType parent) {
    static GMutex lock;
    char *name = g_strconcat("AcctstorePrivate", g_type_name(parent), NULL);
    g_mutex_lock(&lock);
    GType type = g_type_from_name(name);
    if (type == 0) {
        GTypeQuery sizes;
        g_type_query(parent, &sizes);
        const GTypeInfo info = {
            .class_size = sizes.class_size,
            .instance_size = sizes.instance_size,
            .class_init = private_proxy_class_init,
        };
        type = g_type_register_static(parent, name, &info, 0);
    }
    g_mutex_unlock(&lock);
    g_free(name);
    return type;
}

gpointer acctstore_proxy_new(GType parent, GDBusConnection *connection, const char *name, const char *path,
                             const char *interface, GCancellable *cancellable, GError **error) {
    return g_initable_new(private_proxy_type(parent), cancellable, error, "g-connection", connection, "g-name", name,
                          "g-object-path", path, "g-interface-name", interface, NULL);
}
